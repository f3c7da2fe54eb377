import { newCreator } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('without a line, the page of a creator who was only seen in a list opens as well', async ({
  newDevice,
  server,
}) => {
  // Who has come last stands first in the list.
  const { username } = await newCreator(server)
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, 'fan1', '/home')
  await expect(page.getByRole('list').getByText(`@${username}`)).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await device.setOffline(true)
  await go(page, `/${username}`)
  await expect(page.getByText(`@${username}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /message/i })).toBeVisible()
})
