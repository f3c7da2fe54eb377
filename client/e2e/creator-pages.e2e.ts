import { go, logIn } from './fixtures/steps.ts'
import { expect, test } from './fixtures/test.ts'

test('[KEPT-1] without a line, the page of a creator who was only seen in a list opens as well', async ({
  newDevice,
  server,
}) => {
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, 'fan1', '/home')
  await expect(page.getByRole('list').getByText('@creator2')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await device.setOffline(true)
  await go(page, '/creator2')
  await expect(page.getByText('@creator2')).toBeVisible()
  await expect(page.getByRole('button', { name: /message/i })).toBeVisible()
})
