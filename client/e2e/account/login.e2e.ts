import type { Locator } from 'playwright/test'
import { fileOfPart } from '../fixtures/file-of-part.ts'
import { followMail } from '../fixtures/follow-mail.ts'
import { newFan } from '../fixtures/newcomer.ts'
import { changeSetting } from '../fixtures/settings.ts'
import { NEW_PASSWORD, speak } from '../fixtures/steps.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test('the login page is reachable and accessible', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/auth/login')
  await expect(page.getByRole('textbox', { name: 'Email or username' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()
  await expectAccessible(page)
})

test('whichever way the page runs, a long password ends beside the button that shows it', async ({ newPage }) => {
  const page = await newPage({ viewport: { width: 375, height: 800 } })
  await page.goto('/auth/login')
  for (const [language, direction] of Object.entries({ en: 'ltr', ar: 'rtl' })) {
    await speak(page, language)
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    const password = page.locator('input[type=password]')
    await password.fill('a long passphrase '.repeat(5))
    await expect(async () => {
      const { left, right } = await textBox(password)
      const button = await password.locator('xpath=following-sibling::button').boundingBox()
      expect(button && (button.x >= right || button.x + button.width <= left)).toBe(true)
    }).toPass({ timeout: 20_000 })
  }
})

test('a region of a form that has nothing to say takes no room', async ({ newPage }) => {
  const page = await newPage({ viewport: { width: 375, height: 800 } })
  for (const path of ['/auth/login', '/auth/forgot', '/auth/register']) {
    await page.goto(path)
    const form = page.locator('form:has([role=alert])')
    await expect.poll(async () => [...new Set(await form.evaluate(gapsIn))]).toEqual([16])
  }
})

test('a user who has to confirm the address first sees it, gets another link, and signs in with it', async ({
  server,
  newPage,
}) => {
  const { username } = await newFan(server)
  const address = `${username}@demo.test`
  const [page, mailbox] = [await newPage(), await newPage()]
  const [name, password] = [page.getByLabel('Email or username'), page.getByLabel('Password', { exact: true })]
  const button = (label: string) => page.getByRole('button', { name: label })
  const [enter, again] = [button('Log in'), button('Send the link again')]
  try {
    await changeSetting(server, 'requireEmailVerification', true)
    await page.goto('/auth/login')
    await name.fill(username)
    await password.fill('not my password')
    await enter.click()
    await expect(page.getByRole('alert')).toContainText('Incorrect credentials!')
    await expect(page.getByText(address)).toBeHidden()
    await expect(again).toBeHidden()

    await password.fill(NEW_PASSWORD)
    await enter.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Confirm your email address first' })).toContainText(address)
    await expect(again).toBeVisible()
    await expectAccessible(page)

    await page.route('**/api/auth/email-verification', (route) => route.abort(), { times: 1 })
    await again.click()
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible()
    await again.click()
    await expect(page.getByRole('status').filter({ hasText: 'a link is on its way' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeHidden()

    await mailbox.goto(`/mailbox?to=${encodeURIComponent(address)}`)
    const mails = mailbox.getByRole('article').filter({ hasText: 'Confirm your email address' })
    // At the sign-up, at the login, and when it was asked for.
    await expect(mails).toHaveCount(3)
    await followMail(mailbox, address, 'Confirm your email address')
    await expect(mailbox.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
    await expect(name).toHaveValue(username)
    await expect(password).toHaveValue(NEW_PASSWORD)
    await enter.click()
    await page.waitForURL((url) => url.pathname === '/home')
  } finally {
    await changeSetting(server, 'requireEmailVerification', false)
  }
})

test('the way to another link is told to be on its way while it loads, and is not read out itself', async ({
  server,
  newPage,
}) => {
  const { username } = await newFan(server)
  const page = await newPage({ isNew: true, serviceWorkers: 'block' })
  const held = Promise.withResolvers<void>()
  const file = fileOfPart('features/verification/link-form.tsx')
  let isHeld = false
  await page.route(
    ({ pathname }) => pathname === file,
    async (route) => {
      isHeld = true
      await held.promise
      await route.continue()
    },
  )
  try {
    await changeSetting(server, 'requireEmailVerification', true)
    await page.goto('/auth/login')
    await page.getByLabel('Email or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page
      .getByRole('status')
      .evaluateAll((regions) => regions.forEach((region) => region.toggleAttribute('data-stood')))
    await page.getByRole('button', { name: 'Log in' }).click()
    const coming = page.locator('[data-stood]').filter({ hasText: 'Loading' })
    await expect(coming).toBeVisible()
    expect(isHeld).toBe(true)
    await expectAccessible(page)
    held.resolve()
    await expect(page.getByRole('button', { name: 'Send the link again' })).toBeVisible()
    await expect(coming).toBeHidden()
    await expect(page.getByRole('status').getByRole('button')).toHaveCount(0)
  } finally {
    await changeSetting(server, 'requireEmailVerification', false)
  }
})

/** Between which edges the text of a field is drawn. */
function textBox(field: Locator): Promise<{ left: number; right: number }> {
  return field.evaluate((input) => {
    const [box, { paddingLeft, paddingRight }] = [input.getBoundingClientRect(), getComputedStyle(input)]
    return { left: box.left + parseFloat(paddingLeft), right: box.right - parseFloat(paddingRight) }
  })
}

/** In the page: between those children of a form that say something. */
function gapsIn(form: Element): number[] {
  const boxes = Array.from(form.children)
    .filter(({ textContent }) => textContent)
    .map((child) => child.getBoundingClientRect())
  return boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0)))
}
