import { newCreator } from '../fixtures/newcomer.ts'
import { go, studioOn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('a toast on a phone stands above the button that publishes', async ({ server, newDevice }) => {
  const device = await newDevice(server, { viewport: { width: 320, height: 640 } })
  const page = await studioOn(device, await newCreator(server))
  await go(page, '/creator/galleries')
  await page.getByRole('link', { name: 'New gallery' }).click()
  const publish = page.getByRole('button', { name: 'Publish' })
  await expect(publish).toBeInViewport()
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.locator('input[type=file]').first().setInputFiles(broken)
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toBeVisible()
  // It has come to rest.
  await expect(async () => {
    const [above, below] = [await toast.boundingBox(), await publish.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    expect(above?.y).toBeGreaterThanOrEqual(0)
  }).toPass({ timeout: 3_000 })
})
