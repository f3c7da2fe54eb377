import type { Page } from 'playwright/test'
import { ApiClient, logIn, messages, openConversation, passwordOf } from '../fixtures/steps.ts'
import { tracesOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'
import { wholeConversation } from '../fixtures/whole-conversation.ts'
import { writeMany } from '../fixtures/write-many.ts'

const ROUNDS = 6
const EACH = 10

/** Both write to the same creator: what went out as the other's would stand in the wrong conversation. */
const ACCOUNTS = ['fan1', 'fan2'] as const
const CREATOR = 'Mara Lindqvist'

test('two accounts on one device, by turns cut off with a full outbox: each sends its own, once, and sees its own', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(300_000)
  const device = await newDevice(ownServer)
  const page = await device.open()
  const apis = await Promise.all(ACCOUNTS.map((name) => ApiClient.logIn(ownServer, name)))
  const conversations: string[] = []
  const written: string[][] = [[], []]
  await logIn(page, ACCOUNTS[0])
  conversations.push(await openConversation(page, CREATOR))
  for (let round = 0; round < ROUNDS; round += 1) {
    const turn = round % 2
    const [own, other] = [written[turn] ?? [], written[1 - turn] ?? []]
    await device.setOffline(true)
    const texts = Array.from({ length: EACH }, (_, n) => `${ACCOUNTS[turn]} ${round}, ${n}`)
    await writeMany(page, texts)
    own.push(...texts)
    // The session ends while nobody can hear of it; then the line is back, and the other one signs in.
    await apis[turn]?.endOtherSessions()
    await device.setOffline(false)
    await page.waitForURL((url) => url.pathname === '/auth/login')
    await signIn(page, ACCOUNTS[1 - turn] ?? '')
    if (conversations.length < 2) conversations.push(await openConversation(page, CREATOR))
    else await page.goto(`/messages/${conversations[1 - turn]}`)
    for (const text of other.slice(-1)) await expect(messages(page).filter({ hasText: text })).toContainText('Sent')
    expect(await page.locator('body').innerText()).not.toContain(`${ACCOUNTS[turn]} `)
    // Waiting messages are still here, and no other account may send them.
    expect(await tracesOf(page, texts.slice(-1))).not.toEqual([])
    expect(await arrivedIn(apis[turn], conversations[turn])).toEqual(own.slice(0, -EACH))
  }
  await apis[ROUNDS % 2]?.endOtherSessions()
  await page.waitForURL((url) => url.pathname === '/auth/login')
  await signIn(page, ACCOUNTS[(ROUNDS - 1) % 2] ?? '')
  for (const [index] of ACCOUNTS.entries()) {
    await expect.poll(() => arrivedIn(apis[index], conversations[index]), { timeout: 30_000 }).toEqual(written[index])
  }
})

async function arrivedIn(api: ApiClient | undefined, conversation: string | undefined): Promise<string[]> {
  if (!api || !conversation) return []
  const all = (await wholeConversation(api, conversation)).map(({ text }) => text)
  return all.filter((text) => /^fan\d \d+, \d+$/.test(text))
}

/** On the page as it stands: what waits there is part of the trial. */
async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(passwordOf(username))
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
}
