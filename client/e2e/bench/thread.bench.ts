import { join } from 'node:path'
import { compareRatios } from '@vesper/sync/bench/compare-ratios.ts'
import type { Page } from 'playwright/test'
import { openBarePage } from '../fixtures/calibration.ts'
import { slowDown } from '../fixtures/device.ts'
import { fillThread } from '../fixtures/long-thread.ts'
import { percentile } from '../fixtures/measure.ts'
import { scrollUp } from '../fixtures/scroll-up.ts'
import { ApiClient, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const MESSAGES = 10_000
const RATIOS = join(import.meta.dirname, 'thread.ratios.json')
const SHIFT_PX = 1
const ECHOES = 40
/** The least that Event Timing can be asked to tell. */
const SHORTEST_MS = 16
/** The time between the last letter and Enter. */
const PAUSE_MS = 300

test('a thread of 10,000 messages scrolls, grows upwards and echoes as fast as stored, at a quarter of the processor', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(600_000)
  const device = await newDevice(ownServer, { viewport: { width: 390, height: 844 } })
  const page = await device.open()
  await logIn(page, 'fan1')
  const conversation = await openConversation(page, 'Mara')
  const senders = [await ApiClient.logIn(ownServer, 'fan1'), await ApiClient.logIn(ownServer, 'creator1')] as const
  await fillThread(senders, conversation, MESSAGES)
  await page.reload()
  await expect(messages(page).last()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await slowDown(page, 4)

  let run = 0
  const measure = async () => {
    run += 1
    const bare = await openBarePage(page, MESSAGES)
    await slowDown(bare, 4)
    const plain = await scrollAndEcho(bare, `a plain row of ${run}`)
    await bare.close()
    const shown = await scrollAndEcho(page, `an echo of ${run}`)
    expect(
      shown.echoes.some(({ isTold }) => isTold),
      'the browser tells of keys',
    ).toBe(true)
    expect(Math.max(...shown.shifts), 'largest shift while older pages load, in pixels').toBeLessThanOrEqual(SHIFT_PX)
    expect(shown.rows).toBeLessThanOrEqual(60)
    console.log(
      `thread of ${MESSAGES}, 4x slower processor: ${figures(shown)}, ${shown.rows} rows at most, largest shift ${Math.max(...shown.shifts).toFixed(2)} px; a plain list: ${figures(plain)}`,
    )
    return {
      'thread-frame': percentile(shown.frames, 95) / percentile(plain.frames, 95),
      'thread-echo': percentile(durationsOf(shown), 95) / percentile(durationsOf(plain), 95),
    }
  }
  expect(await compareRatios({ file: RATIOS, measure })).toEqual([])
})

type Result = ReturnType<typeof scrollUp> extends Promise<infer Scrolled> ? Scrolled & { echoes: Echo[] } : never

/** Scrolls up for ten seconds, and writes messages at the end of the list. */
async function scrollAndEcho(page: Page, text: string): Promise<Result> {
  await page.bringToFront()
  await restPointer(page)
  const scrolled = await page.evaluate(scrollUp, { seconds: 10, step: 60 })
  const newest = page.getByRole('button', { name: /newest/i })
  if (await newest.isVisible()) await newest.click()
  await restPointer(page)
  const echoes: Echo[] = []
  for (let n = 0; n < ECHOES; n += 1) echoes.push(await echo(page, `${text}, ${n}.`))
  return { ...scrolled, echoes }
}

function durationsOf({ echoes }: Result): number[] {
  return echoes.map(({ duration }) => duration)
}

function figures(result: Result): string {
  const parts = { frame: result.frames, echo: durationsOf(result) }
  const p = (values: number[], percent: number) => percentile(values, percent).toFixed(1)
  return Object.entries(parts)
    .map(([name, values]) => `${name} p50 ${p(values, 50)}, p95 ${p(values, 95)} ms`)
    .join('; ')
}

/** Nothing hovers over the thread of a phone. */
async function restPointer(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
}

/**
 * Milliseconds from pressing Enter to the frame that paints the message being on the screen, as the browser's own Event
 * Timing has it: in steps of 8. https://www.w3.org/TR/event-timing/
 */
async function echo(page: Page, text: string): Promise<Echo> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.waitForTimeout(PAUSE_MS)
  await page.evaluate(watchEcho, { text, shortestMs: SHORTEST_MS })
  await page.keyboard.press('Enter')
  const measured = await page.evaluate(() => window.echo as Promise<Echo>)
  expect(measured.isPainted, 'the first frame after the key has the message').toBe(true)
  return measured
}

/** `isTold`: the browser tells of it; it does not of what took less than `SHORTEST_MS`. */
type Echo = { duration: number; isPainted: boolean; isTold: boolean }

declare global {
  interface Window {
    echo?: Promise<Echo>
  }
}

/** Notes how long the next key takes, and whether the frame after it shows `text`. */
function watchEcho({ text, shortestMs }: { text: string; shortestMs: number }): void {
  window.echo = new Promise((resolve) => {
    let isPainted = false
    const look = () => {
      const last = [...document.querySelectorAll('[role=log] article')].at(-1)
      isPainted = last?.textContent?.includes(text) ?? false
    }
    addEventListener('keydown', () => requestAnimationFrame(look), { once: true, capture: true })
    const observer = new PerformanceObserver((list) => {
      const entry = list.getEntries().find(({ name }) => name === 'keydown')
      if (!entry) return
      observer.disconnect()
      resolve({ duration: entry.duration, isPainted, isTold: true })
    })
    observer.observe({ type: 'event', durationThreshold: shortestMs } as PerformanceObserverInit)
    const giveUp = () => resolve({ duration: shortestMs, isPainted, isTold: false })
    addEventListener('keydown', () => setTimeout(giveUp, 2_000), { once: true })
  })
}
