import type { Page } from 'playwright/test'
import { expect, test } from '../fixtures/test.ts'

for (const { language, text, again } of [
  { language: 'en', text: 'The connection broke off.', again: 'Try again' },
  { language: 'ar', text: 'انقطع الاتصال.', again: 'حاول مجددًا' },
]) {
  test(`a first visit whose line drops says so, and goes on from there (${language})`, async ({ newPage }) => {
    const page = await newPage({ isNew: true, serviceWorkers: 'block' })
    await page.addInitScript((kept) => localStorage.setItem('vesper-language', kept), language)
    await page.context().route(/assets\/shell.*js/, (route) => route.abort())
    await page.goto('/auth/login')
    await expectEntry(page)
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await page.context().unroute(/assets\/shell.*js/)
    await page.getByRole('button', { name: again }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('#start')).toHaveCount(0)
  })
}

test('a line that comes back starts the app by itself', async ({ newPage }) => {
  const page = await newPage({ isNew: true, serviceWorkers: 'block' })
  await page.context().route(/assets\/shell.*js/, (route) => route.abort())
  await page.goto('/auth/login')
  await expectEntry(page)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.context().unroute(/assets\/shell.*js/)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('something is said while the style sheet and the app are on their way', async ({ newPage }) => {
  const page = await newPage({ isNew: true, serviceWorkers: 'block' })
  await page.context().route(/assets\/shell.*(js|css)/, () => {})
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await expect(page.getByText('Loading…')).toBeVisible()
  await expectEntry(page)
  // Drawing that waited for the style sheet would have no frames.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
})

/** The entry files, which these tests hold back, have been asked for. */
async function expectEntry(page: Page): Promise<void> {
  await expect(page.locator('script[type=module][src^="/assets/shell"]')).toHaveCount(1)
}
