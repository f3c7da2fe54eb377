import type { Locator, Page } from 'playwright/test'
import { ApiClient, conversations, logIn, messages, PASSWORD } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('[A11Y-4] signing in, opening a conversation and sending a message need no pointer', async ({
  server,
  newPage,
}) => {
  const page = await newPage()
  await page.goto('/auth/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await tabTo(page, page.getByLabel('Email or username'))
  await page.keyboard.type('fan3')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await tabTo(page, page.getByLabel('Remember me'))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Log in' }))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/home')

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: /^Messages/ }))
  await page.keyboard.press('Enter')
  const link = conversations(page).getByRole('link').filter({ hasText: 'Teo Almeida' })
  await expect(link).toBeVisible()
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  const box = page.getByRole('textbox', { name: 'Message' })
  await expect(box).toBeVisible()
  await tabTo(page, box)
  await page.keyboard.type('typed without a pointer')
  await page.keyboard.press('Enter')
  await expect(messages(page).filter({ hasText: 'typed without a pointer' })).toContainText('Sent')

  const api = await ApiClient.logIn(server, 'fan3')
  const conversation = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const sent = (await api.messages(conversation)).filter(({ text }) => text === 'typed without a pointer')
  expect(sent).toHaveLength(1)
})

/** Presses Tab until the element has the focus, as far as once around a page. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The focus never came to ${target.toString()}.`)
}

test('following a link as soon as it is there moves the focus to the next page’s heading', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan1', '/home')
  await page.addInitScript(followFirstLink, '/cart')
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Cart', exact: true })).toBeFocused()
})

test('a menu opened while a page loads stays open when the page comes', async ({ newPage }) => {
  const page = await newPage({ isNew: true, serviceWorkers: 'block' })
  await page.goto('/auth/login')
  await page.getByLabel('Email or username').fill('fan1')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  const menu = page.getByRole('button', { name: 'Account menu' })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await page.keyboard.press('Escape')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/**', (route) => held.promise.then(() => route.continue()))
  await page.getByRole('link', { name: 'Explore' }).click()
  await expect(page).toHaveURL(/explore/)
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})

/** In the page: presses the first link to `path` that there is. */
function followFirstLink(path: string): void {
  const observer = new MutationObserver(() => {
    const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${path}"]`)
    if (!link) return
    observer.disconnect()
    link.focus()
    link.click()
  })
  observer.observe(document, { subtree: true, childList: true })
}
