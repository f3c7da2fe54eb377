import { beginConversation, newFan } from '../fixtures/newcomer.ts'
import { go, logIn, send } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('the page of the device lists what became of what was sent, and says when it cannot', async ({
  server,
  newDevice,
}) => {
  const fan = await newFan(server)
  const conversation = await beginConversation(server, { fan, creator: 'creator2' })
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, fan.username, '/device')
  await expect(page.getByText('Changes appear here when the server')).toBeVisible()

  await go(page, `/messages/${conversation}`)
  await send(page, 'noted with what becomes of it')
  await go(page, '/device')
  const list = page.getByRole('list', { name: 'Change history' })
  const entry = list.getByRole('listitem').filter({ hasText: 'A message' })
  await expect(entry).toContainText('Done')
  await expect(entry).toContainText('From this device')
  await expectAccessible(page)

  const broken = { statusCode: 500, message: 'Something went wrong', error: 'Internal Server Error' }
  await page.route('**/api/sync/mutations*', (route) => route.fulfill({ status: 500, json: broken }))
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/api/sync/mutations*')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(entry).toContainText('Done')

  await device.setOffline(true)
  await expect(page.getByText('The history is available when you are online.')).toBeVisible()
  await expect(list).toHaveCount(0)
})
