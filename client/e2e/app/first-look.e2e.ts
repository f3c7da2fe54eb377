import type { Page } from 'playwright/test'
import { ApiClient } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const phone = { width: 390, height: 844 }

test('a visitor reads a shared post before the app is there, which takes over without asking again', async ({
  newPage,
  server,
}) => {
  const creator = await ApiClient.logIn(server, 'creator1')
  const { data } = await creator.get<{ data: { _id: string; text: string; isLocked: boolean; access: string }[] }>(
    '/performer/feeds',
  )
  const post = data.find(({ access, text }) => access === 'public' && text.length > 20)
  if (!post) throw new Error('The demo data has no open post with words.')
  const page = await newPage({ isNew: true, serviceWorkers: 'block', viewport: phone })
  await page.addInitScript(noteShifts)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.context().route(/assets\/shell.*js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/posts/${post._id}`, { waitUntil: 'commit' })
  const look = page.locator('#first')
  await expect(look).toContainText(post.text.slice(0, 20))
  // Files of the page are on their way before the app itself names them.
  await expect.poll(() => asked.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(10)
  letThrough()
  await expect(page.getByRole('article').first()).toContainText(post.text.slice(0, 20))
  await expect(look).toHaveCount(0)
  expect(asked).not.toContain(`/api/user/feeds/${post._id}`)
  expect(asked.filter((path) => /\/(dexie|frame)-/.test(path))).toEqual([])
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.01)
})

test('a visitor sees a product before the app is there, which asks for it no more', async ({ newPage, server }) => {
  const shop = await fetch(`${server.url}/api/performer-assets/products/search?pageSize=20`)
  const { data } = (await shop.json()) as { data: { _id: string; name: string; isLocked?: boolean }[] }
  const product = data.find(({ isLocked }) => !isLocked)
  if (!product) throw new Error('The demo data has no open product.')
  const page = await newPage({ isNew: true, serviceWorkers: 'block', viewport: phone })
  await page.addInitScript(noteShifts)
  const api = watchApi(page)
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.context().route(/assets\/shell.*js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/products/${product._id}`, { waitUntil: 'commit' })
  await expect(page.locator('#first h1')).toHaveText(product.name)
  letThrough()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await expect(page.locator('#first')).toHaveCount(0)
  expect(api()).not.toContain(`/api/performer-assets/products/${product._id}`)
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.01)
})

test('a page that was not loaded yet says so offline, and opens when the connection is back', async ({
  newDevice,
  server,
}) => {
  const device = await newDevice(server, { isNew: true, serviceWorkers: 'block', viewport: phone })
  const page = await device.open()
  await page.goto('/explore')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await device.setOffline(true)
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await expect(page.getByText('This page was not loaded yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This page was not loaded yet.')).toBeVisible()
  await device.setOffline(false)
  await expect(page.getByLabel('Email or username')).toBeVisible()
})

for (const [path, answered] of [
  ['/explore', /performers\/(top|search\/random)|feeds\/latest/],
  // A feed with something locked is asked for by the app: none of its words stand in the page.
  ['/creator1', /performers\/creator1/],
] as const) {
  test(`${path} comes to a visitor in one go, and its first answers with it`, async ({ newPage }) => {
    const page = await newPage({ isNew: true, serviceWorkers: 'block', viewport: phone })
    const api = watchApi(page)
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(api().filter((call) => answered.test(call))).toEqual([])
  })
}

function watchApi(page: Page): () => string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  return () => asked
}

declare global {
  interface Window {
    shifted: number
  }
}

/** Runs in the page: sums how far things moved by themselves. */
function noteShifts(): void {
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) window.shifted += entry.value as number
  }).observe({ type: 'layout-shift', buffered: true })
}
