import type { Page } from 'playwright/test'
import { logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('until the first answer has come, the home page keeps the place of the conversations', async ({
  server,
  newDevice,
}) => {
  const device = await newDevice(server)
  const page = await device.open()
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await device.context.route('**/api/sync', async (route) => {
    await held
    await route.continue()
  })
  await logIn(page, 'fan1', '/home')
  const recent = page.getByRole('region', { name: 'Recent conversations' })
  await expect(recent.getByText('Loading conversations')).toBeAttached()
  letThrough()
  await expect(recent.getByRole('listitem')).toHaveCount(3)
  await expect(recent.getByText('Loading conversations')).not.toBeAttached()
})

test('the first visit shows posts before the first sync has answered, and nothing on Home and Explore moves', async ({
  server,
  newDevice,
}) => {
  const device = await newDevice(server, { viewport: { width: 390, height: 844 } })
  const page = await device.open()
  await page.addInitScript(noteShifts)
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await device.context.route('**/api/sync', async (route) => {
    await held
    await route.continue()
  })
  await logIn(page, 'fan1', '/home')
  const posts = page.getByRole('list', { name: 'Posts' })
  const first = await posts.getByRole('article').first().elementHandle()
  await expect(page.getByText('Loading conversations')).toBeAttached()
  letThrough()
  await expect(page.getByRole('region', { name: 'Recent conversations' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('list', { name: 'Creators to discover' })).toBeVisible()
  // The account's own buttons are there, in the card of before.
  await expect(posts.getByRole('button', { name: /^Like/ }).first()).toBeVisible()
  expect(await first?.evaluate((card) => card.isConnected && card === document.querySelector('article'))).toBe(true)
  expect(await shiftsOn(page)).toEqual([])
  await page.goto('/explore')
  await expect(posts.getByRole('article').first()).toBeAttached()
  await expect(page.getByRole('list', { name: 'New products' })).toBeAttached()
  expect(await shiftsOn(page)).toEqual([])
})

/** In the page: notes the elements that move without a touch. */
function noteShifts(): void {
  const shifts: string[] = []
  Object.assign(window, { shifts })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] }
  const note = (list: PerformanceObserverEntryList) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (!hadRecentInput)
        shifts.push(`${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(' ')}`)
    }
  }
  new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true })
}

function shiftsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}
