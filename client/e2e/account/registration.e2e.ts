import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from 'playwright/test'
import { root } from '../../../tools/run.ts'
import { followMail } from '../fixtures/follow-mail.ts'
import { answerTo, NEW_PASSWORD } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('a fan signs up, is at home, and confirms the address with the link of the mail', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/auth/register')
  await fillAccount(page, 'robin_fan')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL((url) => url.pathname === '/home')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Robin')
  await followMail(page, 'robin_fan@demo.test', 'Confirm your email address')
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL((url) => url.pathname === '/home')
})

test('a form says what is missing, and keeps what was typed over a reload', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/auth/register')
  await fillAccount(page, 'fan1')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('This username is taken.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Username')).toHaveValue('fan1')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('a creator applies with documents, takes one out again, and hears what comes next', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/auth/register-creator')
  await fillAccount(page, 'robin_makes')
  await page.getByLabel('About you').fill('Small boats, built by hand.')
  await page.getByLabel('Country').selectOption('PT')
  await page.getByLabel('Date of birth').fill('1990-04-01')
  await page.getByRole('button', { name: 'Apply as a creator' }).click()
  await expect(page.getByText('This document is needed.')).toHaveCount(2)

  for (const kind of ['Identity document, front', 'You, holding the document']) {
    const buffer = await readFile(join(root, 'client/public/icons/icon-512.png'))
    const choosing = page.getByRole('group', { name: kind }).getByLabel(/^Choose a file/)
    await choosing.setInputFiles({ name: 'document.png', mimeType: 'image/png', buffer })
  }
  const back = page.getByRole('group', { name: 'Identity document, back' })
  const gif = { name: 'back.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }
  await back.getByLabel(/^Choose a file/).setInputFiles(gif)
  await page.getByRole('button', { name: 'Apply as a creator' }).click()
  await expect(back).toContainText('Use a JPEG, PNG or WebP picture, or a PDF.')
  const remove = back.getByRole('button', { name: 'Remove: Identity document, back (if it has one)' })
  expect((await remove.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await remove.click()
  await expect(back.getByLabel(/^Choose a file/)).toBeFocused()
  await expect(back).not.toContainText('Use a JPEG')
  await page.getByRole('button', { name: 'Apply as a creator' }).click()
  await page.waitForURL((url) => url.pathname === '/creator/verification')
  await expect(page.getByText('Your application is under review')).toBeVisible()
  await expect(page.getByText('We sent a link to robin_makes@demo.test.')).toBeVisible()
})

test('a forgotten password is replaced with the link of the mail, once', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/auth/register')
  await fillAccount(page, 'robin_forgets')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL((url) => url.pathname === '/home')

  const away = await newPage()
  await away.goto('/auth/forgot')
  await away.getByLabel(/email/i).fill('robin_forgets@demo.test')
  await away.getByRole('button', { name: 'Send the link' }).click()
  await expect(away.getByRole('status').filter({ hasText: 'link' })).toBeVisible()
  const link = await followMail(away, 'robin_forgets@demo.test', 'Choose a new password')
  await away.getByLabel('New password').fill('a better one this time')
  await away.getByRole('button', { name: 'Save the password' }).click()
  await away.waitForURL((url) => url.pathname === '/auth/login')
  await page.waitForURL((url) => url.pathname === '/auth/login')

  await away.getByLabel('Email or username').fill('robin_forgets')
  await away.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await away.getByRole('button', { name: 'Log in' }).click()
  await expect(away.getByRole('alert')).toContainText('Incorrect credentials!')
  await away.getByLabel('Password', { exact: true }).fill('a better one this time')
  await away.getByRole('button', { name: 'Log in' }).click()
  await away.waitForURL((url) => url.pathname === '/home')

  await away.goto(link)
  await away.getByLabel('New password').fill('and another one again')
  await away.getByRole('button', { name: 'Save the password' }).click()
  await expect(away.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
})

test('a user who lost the answer to the sign-up, or to the mailed link, tries again and learns the state', async ({
  server,
  newPage,
}) => {
  const page = await newPage()
  const loseAnswer = async (path: string) => {
    const lose = async (route: Route) => {
      await answerTo(route, server)
      await route.abort()
    }
    await page.route(`**/api${path}`, lose, { times: 1 })
  }
  await loseAnswer('/auth/users/register')
  await page.goto('/auth/register')
  await fillAccount(page, 'robin_twice')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL((url) => url.pathname === '/home')

  await loseAnswer('/auth/email-verification')
  await followMail(page, 'robin_twice@demo.test', 'Confirm your email address')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
})

async function fillAccount(page: Page, username: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Robin Doe')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@demo.test`)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
}
