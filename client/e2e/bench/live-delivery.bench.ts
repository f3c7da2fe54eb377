import { join } from 'node:path'
import { compareRatios } from '@vesper/sync/bench/compare-ratios.ts'
import type { Page } from 'playwright/test'
import { roundTrips } from '../fixtures/calibration.ts'
import { percentile } from '../fixtures/measure.ts'
import { ApiClient, logIn, openConversation } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const MESSAGES = 60
const RATIOS = join(import.meta.dirname, 'live-delivery.ratios.json')
/** The time between the last letter and Send. */
const PAUSE_MS = 600

test('a message is on the other screen as soon after Send as stored', async ({ ownServer, newDevice }) => {
  test.setTimeout(600_000)
  const [fan, creator] = [await newDevice(ownServer), await newDevice(ownServer)]
  const [fanPage, creatorPage] = [await fan.open(), await creator.open()]
  await logIn(fanPage, 'fan1')
  await logIn(creatorPage, 'creator1')
  const [fanName, creatorName] = await Promise.all(['fan1', 'creator1'].map((username) => nameOf(ownServer, username)))
  await openConversation(fanPage, creatorName ?? '')
  await openConversation(creatorPage, fanName ?? '')

  const bare = await fan.context.newPage()
  await bare.goto('/api/settings/public')
  let run = 0
  const measure = async () => {
    run += 1
    await bare.bringToFront()
    const plain = await roundTrips(bare, MESSAGES)
    await fanPage.bringToFront()
    const delays = await deliver([fanPage, creatorPage], { name: `written in ${run}`, pauseMs: PAUSE_MS })
    // Harder than anybody writes: each message waits for the answer to the one before.
    const hurried = await deliver([fanPage, creatorPage], { name: `hurried in ${run}`, pauseMs: 0 })
    console.log(
      `live delivery over ${MESSAGES}: ${percentiles(delays)}; back to back ${percentiles(hurried)}; a bare request ${percentiles(plain)}`,
    )
    const ratios = (figures: number[], percent: number) => percentile(figures, percent) / percentile(plain, percent)
    return {
      'delivery-p50': ratios(delays, 50),
      'delivery-p95': ratios(delays, 95),
      'hurried-p50': ratios(hurried, 50),
      'hurried-p95': ratios(hurried, 95),
    }
  }
  expect(await compareRatios({ file: RATIOS, measure })).toEqual([])
})

function percentiles(delays: number[]): string {
  return `p50 ${percentile(delays, 50).toFixed(0)} ms, p95 ${percentile(delays, 95).toFixed(0)} ms`
}

/** Sends messages, one after another, and answers how long after Send each was on the other page, in milliseconds. */
async function deliver([from, to]: [Page, Page], { name, pauseMs }: { name: string; pauseMs: number }) {
  const delays: number[] = []
  for (let n = 0; n < MESSAGES; n += 1) {
    const text = `${name} ${n}.`
    await from.getByRole('textbox', { name: 'Message' }).fill(text)
    await from.waitForTimeout(pauseMs)
    const arrival = to.evaluate(arrivalOf, text)
    const sentAt = await from.evaluate(() => {
      const now = Date.now()
      document.querySelector<HTMLElement>('button[aria-label="Send"], form button[type="submit"]')?.click()
      return now
    })
    delays.push((await arrival) - sentAt)
  }
  return delays
}

/**
 * When `text` is first in the thread. Told by the change itself: to ask with every frame would take from the processor that
 * both browsers and the server share.
 */
function arrivalOf(text: string): Promise<number> {
  const log = document.querySelector('[role=log]')
  if (!log) throw new Error('There is no thread.')
  return new Promise((resolve) => {
    const look = (nodes: Iterable<Node>) => {
      if (![...nodes].some((node) => node.textContent?.includes(text))) return
      resolve(Date.now())
      observer.disconnect()
    }
    const observer = new MutationObserver((changes) => look(changes.flatMap(({ addedNodes }) => [...addedNodes])))
    observer.observe(log, { subtree: true, childList: true })
    look([log])
  })
}

async function nameOf(server: { url: string }, username: string): Promise<string> {
  const api = await ApiClient.logIn(server, username)
  return (await api.get<{ name: string }>('/users/me')).name
}
