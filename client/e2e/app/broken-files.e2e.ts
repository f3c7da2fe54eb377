import type { Page } from 'playwright/test'
import { fileOfPart } from '../fixtures/file-of-part.ts'
import { conversations, PASSWORD } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('files of the app that did not load are asked for again when the line is back, and the page stands meanwhile', async ({
  newPage,
}) => {
  const page = await newPage({ isNew: true, serviceWorkers: 'block' })
  const files = ['app/boot/start-session-services.ts', 'app/layouts/account-menu.tsx'].map(fileOfPart)
  const broken = ({ pathname }: URL) => files.includes(pathname)
  const missed = new Set<string>()
  await page.context().route(broken, (route) => {
    missed.add(new URL(route.request().url()).pathname)
    return route.abort()
  })
  await page.goto('/auth/login?next=/messages')
  await page.getByLabel('Email or username').fill('fan1')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  const menu = page.getByRole('button', { name: 'Account menu' })
  await menu.click()
  await expect.poll(() => [...missed].toSorted()).toEqual(files.toSorted())
  await expect(page.getByText('This page could not be shown')).toHaveCount(0)
  await expect(menu).toBeVisible()

  await settled(page)
  await page.context().unroute(broken)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  // A browser that remembers the failure loads the page anew, which closes the menu.
  const logOut = page.getByRole('menuitem', { name: 'Log out' })
  await expect(async () => {
    if (!(await logOut.isVisible())) await menu.click()
    await expect(logOut).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(conversations(page).getByRole('link').first()).toBeVisible()
})

test('a navigation and an engine that did not load start when the line is back', async ({ newPage }) => {
  const page = await newPage({ isNew: true, serviceWorkers: 'block' })
  const modules = ['app/boot/start-session-services.ts', 'app/layouts/signed-in/signed-in-layout.tsx']
  const files = new Set(modules.map(fileOfPart))
  const broken = ({ pathname }: URL) => files.has(pathname)
  let misses = 0
  await page.context().route(broken, (route) => {
    misses += 1
    return route.abort()
  })
  await page.goto('/auth/login?next=/messages')
  await page.getByLabel('Email or username').fill('fan1')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect.poll(() => misses).toBeGreaterThan(0)

  await settled(page)
  await page.context().unroute(broken)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(conversations(page).getByRole('link').first()).toBeVisible({ timeout: 30_000 })
})

test('a language whose texts did not load is shown when the line is back, and the switch says what is shown', async ({
  newPage,
}) => {
  const page = await newPage({ isNew: true, serviceWorkers: 'block' })
  const broken = /assets\/entry-.*js/
  let misses = 0
  await page.context().route(broken, (route) => {
    misses += 1
    return route.abort()
  })
  await page.goto('/auth/login')
  const choice = page.getByRole('combobox', { name: 'Language' })
  await choice.selectOption('ar')
  await expect.poll(() => misses).toBeGreaterThan(0)
  await expect(choice.locator('option:checked')).toHaveText('English')
  await expect(page.locator('html[dir=ltr]')).toBeVisible()

  await settled(page)
  await page.context().unroute(broken)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(page.locator('html[lang=ar][dir=rtl]')).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveValue('ar')
})

/**
 * Waits until the page is not loaded anew any more. Without a service worker, a reload that a cut catches ends on the browser's
 * own page, which a browser without a window does not leave by itself.
 */
async function settled(page: Page): Promise<void> {
  let loads = 0
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0))
  await expect(async () => {
    loads = 0
    await page.waitForTimeout(1_000)
    expect(loads).toBe(0)
  }).toPass({ timeout: 20_000 })
}
