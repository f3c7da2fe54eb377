import { newFan } from '../fixtures/newcomer.ts'
import { go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('without a line, the page of a creator who was only seen in a list opens as well', async ({
  newDevice,
  server,
}) => {
  const fan = await newFan(server)
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, fan.username, '/home')
  await go(page, '/explore')
  const name = page.getByRole('list', { name: 'Top creators' }).getByText(/^@/).first()
  const username = (await name.innerText()).slice(1)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await device.setOffline(true)
  await go(page, `/${username}`)
  await expect(page.getByText(`@${username}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /message/i })).toBeVisible()
})
