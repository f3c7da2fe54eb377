import { Line } from './fixtures/line.ts'
import { ApiClient, logIn, messages, openConversation } from './fixtures/steps.ts'
import { expect, test } from './fixtures/test.ts'

const KILLS = 20

test('[OUTBOX-1] a message that shows as waiting outlives a killed browser, twenty times of twenty', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(240_000)
  const line = await Line.to(ownServer)
  const device = await newDevice(line, { viewport: { width: 900, height: 4000 } })
  const page = await device.open()
  await logIn(page, 'fan2')
  const api = await ApiClient.logIn(ownServer, 'fan2')
  const { data } = await api.get<{ data: { recipient: { name: string } }[] }>('/conversations')
  const conversation = await openConversation(page, data[0]?.recipient.name ?? '')
  await expect(messages(page).first()).toBeVisible()
  await device.close()
  line.cut()

  const written = Array.from({ length: KILLS }, (_, n) => `before the kill, ${String(n).padStart(2, '0')}`)
  for (const [index, text] of written.entries()) {
    const reopened = await device.open()
    await reopened.goto(`/messages/${conversation}`)
    for (const kept of written.slice(0, index).slice(-1))
      await expect(messages(reopened).filter({ hasText: kept })).toContainText('Waiting')
    await reopened.getByRole('textbox', { name: 'Message' }).fill(text)
    await reopened.getByRole('button', { name: 'Send', exact: true }).click()
    await reopened.waitForFunction(isWaiting, text, { polling: 'raf' })
    await device.kill()
  }

  line.restore()
  const back = await device.open()
  await back.goto(`/messages/${conversation}`)
  for (const text of written) await expect(messages(back).filter({ hasText: text })).toContainText('Sent')
  const sent = (await api.messages(conversation))
    .map(({ text }) => text)
    .filter((text) => text.startsWith('before the kill'))
  expect(sent).toEqual(written)
  await line.remove()
})

function isWaiting(text: string): boolean {
  const articles = [...document.querySelectorAll('[role=log] article, [role=log] [role=article]')]
  return articles.some((article) => article.textContent?.includes(text) && article.textContent.includes('Waiting'))
}
