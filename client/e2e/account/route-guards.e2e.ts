import type { Page } from 'playwright/test'
import { ORIGIN } from '../fixtures/app-server.ts'
import { answerTo, logIn, openConversation, passwordOf } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const forFans = ['/home', '/messages', '/outbox', '/device', '/cart', '/user/account']
const guarded = [...forFans, '/messages/0190a5a0-0000-7000-8000-000000000000', '/creator/account']

test('every guarded page sends a visitor to the login, which knows where they were going', async ({ newPage }) => {
  const page = await newPage()
  for (const path of guarded) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/auth/login')
    await expect(page).toHaveURL((url) => url.searchParams.get('next') === path)
    await expect(page.getByText('Please login!')).toBeVisible()
  }
})

for (const { username, path } of [
  { username: 'fan3', path: '/messages/0190a5a0-0000-7000-8000-000000000000' },
  { username: 'creator2', path: '/creator/account' },
]) {
  test(`the login leads on to ${path}`, async ({ newPage }) => {
    const page = await newPage()
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/auth/login')
    await fillLogin(page, username)
    await page.waitForURL((url) => url.pathname === path)
    await expect(page.getByRole('heading').first()).toBeVisible()
  })
}

test('a fan is sent away from the pages of performers, and from the login', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan3')
  for (const path of ['/creator/account', '/auth/login']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/home')
  }
})

// The destinations of each kind of account and of hostile addresses are tested beside `post-login-destination.ts`.
const landings = [
  { who: 'a fan without a username', username: 'fan3', without: 'username', path: '/user/account' },
  { who: 'a performer', username: 'creator2', without: null, path: '/creator2' },
]

for (const { who, username, without, path } of landings) {
  test(`${who} lands on ${path} after the login`, async ({ server, newPage }) => {
    const page = await newPage()
    if (without) await answerWithout(page, server, without)
    await page.goto('/auth/login')
    await fillLogin(page, username)
    await expect(page).toHaveURL(`${ORIGIN}${path}`)
  })
}

test('the login does not send anybody to another site', async ({ newPage }) => {
  const page = await newPage()
  await page.goto(`/auth/login?next=${encodeURIComponent('/\\evil.test/')}`)
  await fillLogin(page, 'fan3')
  await page.waitForURL(`${ORIGIN}/home`)
})

test('a start without a line opens every guarded page, and never the login', async ({ server, newDevice }) => {
  const device = await newDevice(server)
  const first = await device.open()
  await logIn(first, 'fan3')
  const conversation = await openConversation(first, 'Teo Almeida')
  await device.close()

  const page = await device.open()
  await device.setOffline(true)
  for (const path of [...forFans, `/messages/${conversation}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Offline. Changes are sent' })).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === path)
  }
})

async function fillLogin(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(passwordOf(username))
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Registration asks for both, so that only an account from elsewhere lacks one: the answer is made to. */
async function answerWithout(page: Page, server: { url: string }, field: string): Promise<void> {
  await page.route('**/api/auth/login', async (route) => {
    const response = await answerTo(route, server)
    const answer = (await response.json()) as { user: Record<string, unknown> }
    await route.fulfill({ response, json: { ...answer, user: { ...answer.user, [field]: null } } })
  })
}
