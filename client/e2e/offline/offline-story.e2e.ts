import { Line } from '../fixtures/line.ts'
import { ApiClient, logInByForm, messages, openConversation, send } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

/** Tall enough for a whole thread, which shows only what is near the view. */
const viewport = { width: 900, height: 4000 }

const first = Array.from({ length: 30 }, (_, n) => `offline to one, ${String(n).padStart(2, '0')}`)
const second = Array.from({ length: 20 }, (_, n) => `offline to two, ${String(n).padStart(2, '0')}`)

test('fifty messages written offline arrive once each, in order, and live, through a killed browser, a cut line and a killed server', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(240_000)
  const line = await Line.to(ownServer)
  const fan = await newDevice(line, { viewport })
  const creator = await newDevice(ownServer, { viewport })

  const creatorPage = await creator.open()
  await logInByForm(creatorPage, 'creator1')
  await openConversation(creatorPage, await nameOf(ownServer, 'fan1'))

  let page = await fan.open()
  await logInByForm(page, 'fan1')
  const toOne = await openConversation(page, await nameOf(ownServer, 'creator1'))
  await expect(messages(page).first()).toBeVisible()

  line.cut()
  await fan.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'offline' })).toBeVisible()
  for (const text of first.slice(0, 15)) await send(page, text)
  await fan.kill()

  page = await fan.open()
  await fan.setOffline(true)
  await page.goto(`/messages/${toOne}`)
  for (const text of first.slice(0, 15)) await expect(messages(page).filter({ hasText: text })).toContainText('Waiting')
  for (const text of first.slice(15)) await send(page, text)
  const toTwo = await openConversation(page, await nameOf(ownServer, 'creator2'))
  for (const text of second) await send(page, text)

  // The server takes the replay, and the answer is lost on the way; then the server itself dies.
  line.loseAnswers()
  await fan.setOffline(false)
  await expect.poll(() => line.lostAnswers, { timeout: 30_000 }).toBeGreaterThan(0)
  line.cut()
  await ownServer.kill()
  await ownServer.start()
  line.restore()

  for (const text of second)
    await expect(messages(page).filter({ hasText: text })).toContainText('Sent', { timeout: 30_000 })
  await expect(messages(creatorPage).filter({ hasText: first.at(-1) ?? '' })).toBeVisible({ timeout: 30_000 })

  const one = await ApiClient.logIn(ownServer, 'creator1')
  const two = await ApiClient.logIn(ownServer, 'creator2')
  expect(offline(await one.messages(toOne))).toEqual(first)
  expect(offline(await two.messages(toTwo))).toEqual(second)
  expect(offline(await texts(creatorPage, first))).toEqual(first)
  await line.remove()
})

function offline(sent: { text: string }[]): string[] {
  return sent.map(({ text }) => text).filter((text) => text.startsWith('offline to'))
}

/** The texts among `expected` in the creator's thread, in the order of the page. */
async function texts(page: Parameters<typeof messages>[0], expected: string[]): Promise<{ text: string }[]> {
  const shown = await messages(page).allInnerTexts()
  return shown.flatMap((article) => expected.filter((text) => article.includes(text)).map((text) => ({ text })))
}

async function nameOf(server: { url: string }, username: string): Promise<string> {
  const api = await ApiClient.logIn(server, username)
  return (await api.get<{ name: string }>('/users/me')).name
}
