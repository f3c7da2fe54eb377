import type { Page } from 'playwright/test'
import { slowDown } from '../fixtures/device.ts'
import { scrollUp } from '../fixtures/scroll-up.ts'
import { conversations, go, logIn, messages, openConversation, send, speak } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

test('presence, typing, unseen counts, the line above what is new, and a deletion show on the other side', async ({
  newPage,
}) => {
  const fan = await newPage()
  const creator = await newPage()
  await logIn(creator, 'creator3')
  await openConversation(creator, 'Sam Rivera')
  await logIn(fan, 'fan2')
  await openConversation(fan, 'Ines Okafor')
  const headerOf = (page: Page, name: string) => page.locator('header', { has: page.getByRole('heading', { name }) })
  const header = headerOf(creator, 'Sam Rivera')
  await expect(header).toContainText('Online')
  // A page that shows this has joined the conversation, and is heard there.
  await expect(headerOf(fan, 'Ines Okafor')).toContainText('Online')

  const box = fan.getByRole('textbox', { name: 'Message' })
  await box.pressSequentially('is somebody')
  await expect(header).toContainText('typing…')
  await box.fill('')
  await expect(header).not.toContainText('typing…')

  await go(creator, '/messages')
  const item = conversations(creator).getByRole('link').filter({ hasText: 'Sam Rivera' })
  await expect(item).not.toContainText('unseen')
  await send(fan, 'live one')
  await send(fan, 'live two')
  await expect(item).toContainText('2 unseen messages')
  await expect(item).toContainText('live two')
  await expect(messages(fan).filter({ hasText: 'live two' })).toContainText('Delivered')
  await expect(messages(fan).filter({ hasText: 'live two' })).not.toContainText('Seen')
  await item.click()
  await expect(creator.getByText('New messages', { exact: true })).toBeVisible()
  await expect(creator.getByRole('log')).toContainText(/New messages[^]*live one[^]*live two/)
  await expect(messages(fan).filter({ hasText: 'live two' })).toContainText('Seen')
  await go(creator, '/messages')
  await expect(item).not.toContainText('unseen')

  await item.click()
  await messages(fan).filter({ hasText: 'live one' }).hover()
  await messages(fan).filter({ hasText: 'live one' }).getByRole('button', { name: 'Message options' }).click()
  await fan.getByRole('menuitem', { name: 'Delete' }).click()
  await fan.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  for (const page of [fan, creator]) {
    await expect(messages(page).filter({ hasText: 'Message deleted!' })).toHaveCount(1)
    await expect(messages(page).filter({ hasText: 'live one' })).toHaveCount(0)
  }

  await fan.context().close()
  await expect(header).toContainText('Last seen', { timeout: 20_000 })
})

test('older messages come in above without moving what is read by more than a pixel', async ({ newPage }) => {
  const page = await newPage()
  await logIn(page, 'fan1')
  await openConversation(page, 'Mara Lindqvist')
  await expect(messages(page).first()).toBeVisible()
  const { pages, worst } = await page.evaluate(scrollUpInSteps, 2)
  expect(pages).toBe(2)
  expect(worst).toBeLessThanOrEqual(1)
})

test('scrolling on while older messages come in takes back nothing of what was scrolled', async ({ newPage }) => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await logIn(page, 'fan1')
  await openConversation(page, 'Mara Lindqvist')
  await expect(messages(page).first()).toBeVisible()
  await slowDown(page, 4)
  const { shifts } = await page.evaluate(scrollUp, { seconds: 6, step: 60 })
  expect(Math.max(...shifts)).toBeLessThanOrEqual(1)
})

for (const [language, width] of [
  ['en', 390],
  ['ar', 1024],
] as const) {
  test(`a row stands as it was estimated, ${width} px wide in '${language}': nothing is moved while somebody scrolls`, async ({
    newPage,
  }) => {
    const page = await newPage({ viewport: { width, height: 844 } })
    await logIn(page, 'fan1')
    await speak(page, language)
    await go(page, '/messages')
    await page
      .getByRole('link', { name: /Mara Lindqvist/ })
      .first()
      .click()
    await expect(page.locator('[role=log] article').first()).toBeVisible()
    const { rows, moved } = await page.evaluate(watchRows, { wanted: 120, seconds: 90 })
    expect(rows).toBeGreaterThanOrEqual(120)
    expect(moved).toEqual([])
  })
}

type Watch = { wanted: number; seconds: number }

/**
 * Scrolls up until so many rows have come by, for so long at the most. Answers how many there were and, of those that were
 * moved within the log, by how much (CSS pixels) and what they say. A page that comes in above moves all rows by its height,
 * which is not told.
 */
async function watchRows({ wanted, seconds }: Watch): Promise<{ rows: number; moved: string[] }> {
  const log = document.querySelector<HTMLElement>('[role=log]')
  if (!log) throw new Error('There is no log.')
  const tops = new Map<Element, number>()
  const moved = new Set<string>()
  const look = () => {
    for (const row of log.querySelectorAll<HTMLElement>('[data-index]')) {
      const top = Number.parseFloat(row.style.top)
      const by = top - (tops.get(row) ?? top)
      if (by !== 0 && Math.abs(by) < 300) moved.add(`${by}: ${row.textContent}`)
      tops.set(row, top)
    }
  }
  const until = performance.now() + seconds * 1000
  while (tops.size < wanted && performance.now() < until) {
    log.scrollTop -= 60
    await new Promise((resolve) => requestAnimationFrame(resolve))
    look()
  }
  return { rows: tops.size, moved: [...moved] }
}

/**
 * Scrolls up in steps until older messages came in so many times. Between two steps nothing but what comes in can move
 * the message in the middle: `worst` is the most that it did, in CSS pixels.
 */
async function scrollUpInSteps(wanted: number): Promise<{ pages: number; worst: number }> {
  const log = document.querySelector<HTMLElement>('[role=log]')
  if (!log) throw new Error('There is no log.')
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const middle = log.getBoundingClientRect().top + log.clientHeight / 2
  const inMiddle = () =>
    [...log.querySelectorAll('article')].find((article) => article.getBoundingClientRect().bottom > middle)
  // A thread that has just opened is still measuring its rows.
  for (let still = 0, was = 0; still < 10; was = log.scrollHeight) {
    await frame()
    still = log.scrollHeight === was ? still + 1 : 0
  }
  let [pages, worst, height] = [0, 0, log.scrollHeight]
  for (let step = 0; pages < wanted && step < 300; step += 1) {
    log.scrollTop -= 200
    await frame()
    const anchor = inMiddle()
    const top = anchor?.getBoundingClientRect().top ?? 0
    for (let frames = 0; frames < 8; frames += 1) {
      await frame()
      if (anchor?.isConnected) worst = Math.max(worst, Math.abs(anchor.getBoundingClientRect().top - top))
    }
    if (log.scrollHeight > height + 1_000) pages += 1
    height = log.scrollHeight
  }
  return { pages, worst }
}
