import { beginConversation, newFan } from '../fixtures/newcomer.ts'
import { ApiClient, logIn, messages } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('unseen messages are counted in the navigation and the title, until they are read on any device', async ({
  server,
  newPage,
}) => {
  const fan = await newFan(server)
  const conversation = await beginConversation(server, { fan, creator: 'creator2' })
  const phone = await newPage()
  await logIn(phone, fan.username, '/home')
  const tab = phone.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ })
  await expect(tab).toHaveAccessibleName('Messages')
  await expect(phone).toHaveTitle('Home · Vesper')

  const creator = await ApiClient.logIn(server, 'creator2')
  for (const text of ['one', 'two', 'three']) await creator.post(`/messages/conversations/${conversation}`, { text })
  await expect(tab).toHaveAccessibleName('Messages 3 unseen messages')
  await expect(phone).toHaveTitle('(3) Home · Vesper')

  const desktop = await newPage()
  await logIn(desktop, fan.username, `/messages/${conversation}`)
  await expect(messages(desktop).filter({ hasText: 'three' })).toBeVisible()
  await expect(tab).toHaveAccessibleName('Messages')
  await expect(phone).toHaveTitle('Home · Vesper')
})
