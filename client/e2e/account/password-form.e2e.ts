import type { Page } from 'playwright/test'
import { changeSetting } from '../fixtures/settings.ts'
import { chooseFromAccountMenu, PASSWORD } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('hashing passwords in the browser is switched on and off, and nobody is locked out', async ({
  server,
  newPage,
}) => {
  const page = await newPage()
  expect(await sentAtLogin(page, 'fan3', { hashes: false })).toContain(PASSWORD)
  await leave(page)
  try {
    await changeSetting(server, 'hash-password-client', true)
    expect(await sentAtLogin(page, 'fan3', { hashes: true })).not.toContain(PASSWORD)
    await leave(page)
    await register(page, 'while_hashing')
    await leave(page)
  } finally {
    await changeSetting(server, 'hash-password-client', false)
  }
  for (const username of ['while_hashing', 'fan3']) {
    expect(await sentAtLogin(page, username, { hashes: false })).toContain(username)
    await leave(page)
  }
})

/** Signs in once the page goes by the setting, and answers what the browser sent for it. */
async function sentAtLogin(page: Page, username: string, { hashes }: { hashes: boolean }): Promise<string> {
  await page.goto('/auth/login')
  await page.waitForFunction(goesBy, hashes)
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const sending = page.waitForRequest('**/api/auth/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
  return (await sending).postData() ?? ''
}

/** In the page, whose settings are those that it keeps. */
function goesBy(hashes: boolean): boolean {
  const settings = JSON.parse(localStorage.getItem('vesper-settings') ?? '{}') as Record<string, unknown>
  return settings['hash-password-client'] === hashes
}

async function register(page: Page, username: string): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel('Name', { exact: true }).fill('Kim New')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@demo.test`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL((url) => url.pathname === '/home')
}

async function leave(page: Page): Promise<void> {
  await chooseFromAccountMenu(page, 'Log out')
  await page.waitForURL((url) => url.pathname === '/auth/login')
}
