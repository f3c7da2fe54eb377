import { ApiClient, logIn, messages, openConversation, send } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const viewport = { width: 900, height: 3000 }

test('sends offline messages of two tabs of one account once each, in the order in which they were written', async ({
  server,
  newPage,
}) => {
  const first = await newPage({ viewport })
  await logIn(first, 'fan1')
  const conversation = await openConversation(first, 'Teo Almeida')
  const second = await first.context().newPage()
  await openConversation(second, 'Teo Almeida')

  await first.context().setOffline(true)
  const written: string[] = []
  for (let round = 0; round < 5; round += 1) {
    for (const [tab, page] of [first, second].entries()) {
      const text = `tab ${tab}, round ${round}`
      await send(page, text)
      written.push(text)
    }
  }
  for (const page of [first, second])
    for (const text of written) await expect(messages(page).filter({ hasText: text })).toContainText('Waiting')

  await first.context().setOffline(false)
  for (const page of [first, second])
    for (const text of written) await expect(messages(page).filter({ hasText: text })).toContainText('Sent')
  const api = await ApiClient.logIn(server, 'creator2')
  const arrived = (await api.messages(conversation)).map(({ text }) => text).filter((text) => text.startsWith('tab '))
  expect(arrived).toEqual(written)
})
