import { accountOn, ApiClient, conversations, go, logIn, openConversation, send } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

test('the page of the device counts what people would miss, and not what they have read', async ({
  server,
  newPage,
}) => {
  const page = await newPage()
  await logIn(page, 'fan1')
  const conversation = await openConversation(page, 'Teo Almeida')
  await go(page, '/messages')
  const api = await ApiClient.logIn(server, 'creator2')
  await api.post(`/messages/conversations/${conversation}`, { _id: crypto.randomUUID(), text: 'to be read offline' })
  await expect(conversations(page)).toContainText('to be read offline')

  await page.context().setOffline(true)
  await openConversation(page, 'Teo Almeida')
  await send(page, 'the only thing unsent')
  await expect.poll(() => queuedNames(page)).toEqual(['conversation.read-all', 'message.send'])
  await go(page, '/device')
  await expect(page.getByRole('main').getByRole('link')).toHaveText('1')
})

async function queuedNames(page: Parameters<typeof logIn>[0]): Promise<string[]> {
  const queued = await rowsOf<{ name: string }>(page, await accountOn(page), 'outbox')
  return queued.map(({ name }) => name).sort()
}
