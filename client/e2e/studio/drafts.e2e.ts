import type { Page } from 'playwright/test'
import { Line } from '../fixtures/line.ts'
import { newCreator } from '../fixtures/newcomer.ts'
import { accountOn, publishDraft, studioOn } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

const box = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' })
const sign = (page: Page) => page.getByRole('main').getByRole('status').first()
const kept = (page: Page) => page.getByRole('region', { name: 'Both versions kept' })

async function begin(page: Page, text: string): Promise<string> {
  await page.getByRole('button', { name: 'Write a post' }).click()
  await box(page).fill(text)
  await expect(sign(page)).toHaveText('Saved', { timeout: 15_000 })
  return new URL(page.url()).pathname
}

test('two devices edit one draft without a line: different parts are merged, of one sentence both versions are kept', async ({
  server,
  newDevice,
}) => {
  test.setTimeout(180_000)
  const creator = await newCreator(server)
  const [one, two] = [await newDevice(server), await newDevice(server)]
  const [first, second] = [await studioOn(one, creator), await studioOn(two, creator)]
  const path = await begin(first, 'Good morning. I swam at dawn. More soon.')
  await second.getByRole('link', { name: 'Good morning' }).click()
  await expect(box(second)).toHaveValue('Good morning. I swam at dawn. More soon.')

  await Promise.all([one.setOffline(true), two.setOffline(true)])
  await box(first).fill('Good morning, you. I swam at dawn. More soon.')
  await box(second).fill('Good morning. I swam at dawn. More tomorrow.')
  await expect(sign(first)).toHaveText('On this device only')
  await expect(sign(second)).toHaveText('On this device only')
  await Promise.all([one.setOffline(false), two.setOffline(false)])
  for (const page of [first, second]) {
    await expect(box(page)).toHaveValue('Good morning, you. I swam at dawn. More tomorrow.', { timeout: 30_000 })
    await expect(sign(page)).toHaveText('Saved')
  }

  await Promise.all([one.setOffline(true), two.setOffline(true)])
  await box(first).fill('Good morning, you. I swam at six. More tomorrow.')
  await box(second).fill('Good morning, you. I swam at noon. More tomorrow.')
  for (const page of [first, second]) await expect(sign(page)).toHaveText('On this device only')
  await one.setOffline(false)
  await expect(sign(first)).toHaveText('Saved', { timeout: 30_000 })
  await two.setOffline(false)
  for (const page of [first, second]) {
    await expect(box(page)).toHaveValue(/noon/, { timeout: 30_000 })
    await expect(kept(page)).toContainText('I swam at six.')
  }

  await kept(first).getByRole('button', { name: 'Use this version' }).click()
  for (const page of [first, second]) {
    await expect(box(page)).toHaveValue(/six/, { timeout: 30_000 })
    await expect(kept(page)).toBeHidden()
  }
  expect(path).toContain('/creator/studio/')
})

test('a browser that is killed while a draft waits has every word of it, and publishes it later, once', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const device = await newDevice(server)
  let page = await studioOn(device, creator)
  await device.setOffline(true)
  await page.getByRole('button', { name: 'Write a post' }).click()
  await box(page).pressSequentially('Written on a train, without a line.', { delay: 20 })
  const account = await accountOn(page)
  await expect
    .poll(async () => JSON.stringify(await rowsOf(page, account, 'post-drafts')))
    .toContain('Written on a train, without a line.')
  const { pathname } = new URL(page.url())
  await device.kill()

  page = await device.open()
  await device.setOffline(true)
  await page.goto(pathname)
  await expect(box(page)).toHaveValue('Written on a train, without a line.')
  await page.getByRole('combobox', { name: 'Who can see it' }).selectOption('Everyone')
  await expect(sign(page)).toHaveText('On this device only')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog')).toContainText('You are offline')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Written on a train' })
  await expect(row).toContainText('Waiting to be published')

  await device.setOffline(false)
  await expect(row).toContainText('Published on', { timeout: 30_000 })
  await expect(row).not.toContainText('Waiting to be published')
  const feed = await fetch(`${server.url}/api/user/feeds/search/${creator.username}`)
  const { data } = (await feed.json()) as { data: { text: string }[] }
  expect(data.filter(({ text }) => text === 'Written on a train, without a line.')).toHaveLength(1)
})

test('photos added without a line are shown, ordered, and reach the second device', async ({ server, newDevice }) => {
  const creator = await newCreator(server)
  const [one, two] = [await newDevice(server), await newDevice(server)]
  const [first, second] = [await studioOn(one, creator), await studioOn(two, creator)]
  await one.setOffline(true)
  await first.getByRole('button', { name: 'Write a post' }).click()
  await first
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'a.png', mimeType: 'image/png', buffer: await picture(first, 'red') },
      { name: 'b.png', mimeType: 'image/png', buffer: await picture(first, 'blue') },
    ])
  const photos = first.getByRole('list', { name: 'Photos and videos' }).getByRole('listitem')
  await expect(photos).toHaveCount(2)
  await expect(photos.first()).toContainText('Waiting')
  await first.getByRole('button', { name: 'Move photo 2 earlier' }).click()
  await box(first).fill('Two photos')
  await one.setOffline(false)
  await expect(sign(first)).toHaveText('Saved', { timeout: 30_000 })
  await second.getByRole('link', { name: 'Two photos' }).click()
  const shown = second.getByRole('list', { name: 'Photos and videos' }).getByRole('img')
  await expect(shown).toHaveCount(2)
  await expect.poll(() => shown.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await second.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect(photos).toHaveCount(1, { timeout: 15_000 })
})

test('a draft that is discarded after it was to be published stays discarded, unless it is a post already', async ({
  server,
  newDevice,
}) => {
  const creator = await newCreator(server)
  const line = await Line.to(server)
  const page = await studioOn(await newDevice(line), creator)
  const outbox = async () => rowsOf<Queued>(page, await accountOn(page), 'outbox')
  const own = async () => (await creator.api.get<{ data: { text: string }[] }>('/performer/feeds')).data

  await begin(page, 'Better not')
  line.cut()
  await publish(page)
  await expect.poll(async () => (await outbox()).at(-1)?.attempts, { timeout: 30_000 }).toBeGreaterThan(0)
  await discardUnanswered(page, 'Better not')
  line.restore()
  await expect.poll(outbox, { timeout: 30_000 }).toEqual([])
  expect(await own()).toEqual([])

  await begin(page, 'Too late')
  line.loseAnswers()
  await publish(page)
  await expect.poll(own, { timeout: 30_000 }).toMatchObject([{ text: 'Too late' }])
  line.cut()
  await discardUnanswered(page, 'Too late')
  line.restore()
  await expect.poll(outbox, { timeout: 30_000 }).toEqual([])
  await page.getByRole('tab', { name: 'Published' }).click()
  await expect(page.getByRole('list', { name: 'Published posts' })).toContainText('Too late')
  expect(await own()).toMatchObject([{ text: 'Too late' }])
  await line.remove()
})

type Queued = { name: string; attempts: number }

async function publish(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Who can see it' }).selectOption('Everyone')
  await publishDraft(page)
  await expect(page.getByRole('tab', { name: 'Published' })).toBeVisible()
}

/** Discards the draft that waits to be published, and was in a request. */
async function discardUnanswered(page: Page, text: string): Promise<void> {
  await page.getByRole('link', { name: text }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The post may have reached the server already. If so, it stays')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('No drafts yet')).toBeVisible()
}

/** A small picture of one colour. */
async function picture(page: Page, colour: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = fill
      context.fillRect(0, 0, 64, 64)
    }
    return canvas.toDataURL('image/png')
  }, colour)
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}
