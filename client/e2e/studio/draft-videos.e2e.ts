import type { Page } from 'playwright/test'
import { newCreator } from '../fixtures/newcomer.ts'
import { smallMp4 } from '../fixtures/small-mp4.ts'
import { accountOn, publishDraft, studioOn } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' })
const sign = (page: Page) => page.getByRole('main').getByRole('status').first()
const files = (page: Page) => page.getByRole('list', { name: 'Photos and videos' }).getByRole('listitem')

test('a video is kept with its draft without a line, goes up later, and is published', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(180_000)
  const creator = await newCreator(server)
  const [one, two] = [await newDevice(server), await newDevice(server)]
  const [first, second] = [await studioOn(one, creator), await studioOn(two, creator)]
  await one.setOffline(true)
  await first.getByRole('button', { name: 'Write a post' }).click()
  await text(first).fill('A walk on the pier')
  // Longer than a piece on the device, and than what goes up at once.
  const video = { name: 'pier.mp4', mimeType: 'video/mp4', buffer: smallMp4(1_500_000) }
  await first
    .locator('input[type=file]')
    .first()
    .setInputFiles([video, { ...video, name: 'again.mp4' }])
  await expect(files(first)).toHaveCount(2)
  await expect(files(first).first()).toContainText('Waiting')
  await expect(sign(first)).toHaveText('On this device only')
  await first.reload()
  await expect(files(first).first()).toContainText('pier.mp4')
  await expect(files(first).first()).toContainText('1.5 MB')
  await expectAccessible(first)
  await first.getByRole('button', { name: 'Remove video 2' }).click()
  await expect(files(first)).toHaveCount(1)
  await expect.poll(async () => rowsOf(first, await accountOn(first), 'uploads')).toMatchObject([{ name: 'pier.mp4' }])

  await one.setOffline(false)
  await expect(sign(first)).toHaveText('Saved', { timeout: 60_000 })
  await expect(files(first).first()).not.toContainText('Waiting')
  await second.getByRole('link', { name: 'A walk on the pier' }).click()
  await expect(files(second).getByRole('img', { name: 'Video 1' })).toBeVisible()
  await expect(files(second).first()).toContainText('1.5 MB')
  await expect(files(second).first()).not.toContainText('Processing', { timeout: 30_000 })
  await expect(files(second).first()).not.toContainText('Could not be processed')

  await publishDraft(second)
  await expect(second.getByRole('list', { name: 'Published posts' })).toContainText('A walk on the pier')
})

test('uploads no file of a draft that is discarded offline', async ({ server, newDevice }) => {
  const device = await newDevice(server)
  const page = await studioOn(device, { username: 'creator1' })
  await device.setOffline(true)
  await page.getByRole('button', { name: 'Write a post' }).click()
  await text(page).fill('Thrown away')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'pier.mp4', mimeType: 'video/mp4', buffer: smallMp4(1_500_000) })
  await expect(files(page).first()).toContainText('Waiting')
  await expect(sign(page)).toHaveText('On this device only')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('tab', { name: 'Drafts' })).toBeVisible()
  await expect(page.getByText('Thrown away')).toHaveCount(0)
  const account = await accountOn(page)
  for (const table of ['uploads', 'blobs']) expect(await rowsOf(page, account, table)).toEqual([])
  await device.setOffline(false)
  for (const table of ['outbox', 'post-drafts']) {
    await expect
      .poll(async () => JSON.stringify(await rowsOf(page, account, table)), { timeout: 30_000 })
      .not.toContain('Thrown away')
  }
})
