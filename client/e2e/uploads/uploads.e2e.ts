import { newCreator } from '../fixtures/newcomer.ts'
import { smallMp4 } from '../fixtures/small-mp4.ts'
import { go, studioOn } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('uploads wait without a connection, survive a reload, and are in the library afterwards', async ({
  server,
  newDevice,
}) => {
  const device = await newDevice(server)
  const page = await studioOn(device, await newCreator(server))
  const uploads = page.getByRole('list', { name: 'Uploads' })
  // Once, so that the page is on the device.
  await go(page, '/creator/media')
  await expect(page.getByText('Nothing uploaded yet')).toBeVisible()
  await go(page, '/creator/studio')
  await device.setOffline(true)
  await page.getByRole('button', { name: 'Write a post' }).click()
  const video = { name: 'pier.mp4', mimeType: 'video/mp4', buffer: smallMp4(1_500_000) }
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([video, { ...video, name: 'again.mp4' }])
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByRole('button', { name: 'Show each upload' }).click()
  await expect(tray.getByRole('listitem')).toHaveCount(2)
  await expect(tray).toContainText('Waiting for a connection, 0 %')
  await page.reload()
  await tray.getByRole('button', { name: 'Show each upload' }).click()
  await expect(tray.getByRole('progressbar', { name: 'Uploading pier.mp4' })).toBeVisible()
  await expectAccessible(page)
  await tray.getByRole('listitem').filter({ hasText: 'again.mp4' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(tray.getByRole('listitem')).toHaveCount(1)

  await tray.getByRole('link', { name: 'Uploads' }).click()
  await expect(page).toHaveURL(/\/creator\/media$/)
  await expect(tray).toHaveCount(0)
  await expect(uploads.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await device.setOffline(false)
  await expect(page.getByRole('list', { name: 'Library' })).toContainText('Video', { timeout: 30_000 })
  await expect(uploads).toHaveCount(0)
})
