import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { root } from '../../../tools/run.ts'
import { newFan } from '../fixtures/newcomer.ts'
import { go, logIn, openConversation, NEW_PASSWORD } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'])
const directionOf = (page: Page) => page.evaluate(() => document.documentElement.dir)

test('settings of the app go with the account: from a visitor’s choice, without a line, to each device', async ({
  server,
  newDevice,
}) => {
  const fan = await newFan(server)
  const phone = await (await newDevice(server)).open()
  const laptop = await (await newDevice(server)).open()

  // A visitor's choice becomes the account's; a second device finds it there.
  await phone.goto('/auth/login')
  await phone.getByRole('combobox', { name: 'Language' }).selectOption('ar')
  await expect.poll(() => directionOf(phone)).toBe('rtl')
  await phone.locator('[autocomplete=username]').fill(fan.username)
  await phone.locator('[autocomplete=current-password]').fill(NEW_PASSWORD)
  await phone.locator('button[type=submit]').click()
  await phone.waitForURL((url) => !url.pathname.startsWith('/auth/'))
  await laptop.goto('/auth/login')
  await logIn(laptop, fan.username)
  await expect.poll(() => directionOf(laptop)).toBe('rtl')
  await go(laptop, '/user/account')
  await laptop.getByRole('tab').last().click()
  await laptop.getByRole('combobox', { name: 'اللغة' }).selectOption('en')
  await expect.poll(() => directionOf(phone)).toBe('ltr')
  await settings(phone)
  await phone.getByRole('radio', { name: 'Light' }).check({ force: true })
  await phone.getByRole('checkbox', { name: 'Use less data' }).check()
  await expect.poll(() => themeOf(phone)).toBe('light')
  await expect.poll(() => themeOf(laptop)).toBe('light')
  await settings(laptop)
  await expect(laptop.getByRole('checkbox', { name: 'Use less data' })).toBeChecked()

  // Without a line a choice is shown at once, by the next start from the first paint on, and on the other device later.
  await phone.context().setOffline(true)
  await phone.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect.poll(() => themeOf(phone)).toBe('dark')
  await phone.reload({ waitUntil: 'commit' })
  await phone.waitForFunction(() => document.body !== null)
  expect(await themeOf(phone)).toBe('dark')
  await laptop.getByRole('combobox', { name: 'Language' }).selectOption('ar')
  await expect.poll(() => directionOf(laptop)).toBe('rtl')
  expect(await themeOf(laptop)).toBe('light')
  await go(phone, '/outbox')
  await expect(phone.getByRole('heading', { name: 'Everything is sent' })).toBeVisible()

  await phone.context().setOffline(false)
  await expect.poll(() => themeOf(laptop)).toBe('dark')
  await expect.poll(() => directionOf(phone)).toBe('rtl')
})

test('with less data wanted and a slow line, a photo waits until it is asked for', async ({ newPage }) => {
  const page = await newPage()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      value: Object.assign(new EventTarget(), { effectiveType: '3g', saveData: false }),
    })
    localStorage.setItem('vesper-reduced-data', 'yes')
  })
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/thumbnail')) fetched.push(request.url())
  })
  await logIn(page, 'fan1')
  await openConversation(page, 'Mara Lindqvist')
  const buffer = await readFile(join(root, 'client/public/icons/icon-192.png'))
  await page.setInputFiles('input[type=file]', { name: 'evening.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('img', { name: 'evening.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const articles = page.getByRole('log').getByRole('article')
  await expect(articles.last()).toContainText('Sent')
  await page.reload()
  await expect(articles.last()).toContainText('Show photo')
  expect(fetched).toEqual([])
  await articles.last().getByRole('button', { name: 'Show photo' }).click()
  await expect(articles.last().getByRole('img', { name: 'Photo' })).toBeVisible()
  await expect(articles.last().getByRole('button', { name: 'Open photo' })).toBeVisible()
})

async function settings(page: Page): Promise<void> {
  await go(page, '/user/account')
  await page.getByRole('tab', { name: 'App' }).click()
}
