import type { Page } from 'playwright/test'
import {
  ApiClient,
  chooseFromAccountMenu,
  logIn,
  messages,
  openConversation,
  passwordOf,
  send,
} from '../fixtures/steps.ts'
import { isStored, rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

const waiting = ['canary one', 'canary two']
const half = 'half a canary'

test('an account’s messages wait behind an ended session, unseen by the next account, and go out once', async ({
  server,
  newPage,
}) => {
  const api = await ApiClient.logIn(server, 'fan1')
  const page = await newPage()
  await logIn(page, 'fan1')
  const conversation = await openConversation(page, 'Ines Okafor')
  await page.context().setOffline(true)
  for (const text of waiting) await send(page, text)
  await page.getByRole('textbox', { name: 'Message' }).fill(half)
  await expect.poll(() => isStored(page, half)).toBe(true)

  await api.endOtherSessions()
  await page.context().setOffline(false)
  await page.waitForURL((url) => url.pathname === '/auth/login')
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended' })).toBeVisible()
  expect((await api.messages(conversation)).filter(({ text }) => waiting.includes(text))).toEqual([])

  await signInHere(page, 'fan2')
  await expectNothingOfTheOther(page, conversation)
  const other = await ApiClient.logIn(server, 'fan2')
  const { _id } = await other.get<{ _id: string }>('/users/me')
  for (const table of ['outbox', 'drafts', 'messages', 'conversations'])
    expect(JSON.stringify(await rowsOf(page, _id, table))).not.toMatch(/canary|Alex Morgan/)

  await chooseFromAccountMenu(page, 'Log out')
  await page.waitForURL((url) => url.pathname === '/auth/login')
  await signInHere(page, 'fan1')
  await page.goto(`/messages/${conversation}`)
  for (const text of waiting) await expect(messages(page).filter({ hasText: text })).toContainText('Sent')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(half)
  const arrived = (await api.messages(conversation)).filter(({ text }) => text.startsWith('canary'))
  expect(arrived.map(({ text }) => text)).toEqual(waiting)
})

test('half-written text outlives a reload, a killed browser and an ended session', async ({ server, newDevice }) => {
  const device = await newDevice(server)
  let page = await device.open()
  await logIn(page, 'fan3')
  const conversation = await openConversation(page, 'Teo Almeida')
  const box = () => page.getByRole('textbox', { name: 'Message' })
  await box().fill('what I wanted to')
  await page.reload()
  await expect(box()).toHaveValue('what I wanted to')

  await box().fill('what I wanted to say')
  await expect.poll(() => isStored(page, 'what I wanted to say')).toBe(true)
  await device.kill()
  page = await device.open()
  await page.goto(`/messages/${conversation}`)
  await expect(box()).toHaveValue('what I wanted to say')

  await box().fill('what I wanted to say is')
  await (await ApiClient.logIn(server, 'fan3')).endOtherSessions()
  await page.waitForURL((url) => url.pathname === '/auth/login')
  await signInHere(page, 'fan3')
  await page.goto(`/messages/${conversation}`)
  await expect(box()).toHaveValue('what I wanted to say is')
})

async function expectNothingOfTheOther(page: Page, conversation: string): Promise<void> {
  for (const path of [
    '/home',
    '/messages',
    '/cart',
    '/outbox',
    '/device',
    '/user/account',
    `/messages/${conversation}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await page.locator('body').innerText()).not.toMatch(/canary|Alex Morgan/)
  }
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
}

/** Signs in on the page as it stands: what waits there is part of the test. */
async function signInHere(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(passwordOf(username))
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
}
