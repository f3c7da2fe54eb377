import { percentile } from '../fixtures/measure.ts'
import { ApiClient, logIn, openConversation } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const MESSAGES = 60
const LIMIT_MS = 100

test('a message is on the other screen within 100 ms of Send (p95)', async ({ ownServer, newDevice }) => {
  test.setTimeout(120_000)
  const [fan, creator] = [await newDevice(ownServer), await newDevice(ownServer)]
  const [fanPage, creatorPage] = [await fan.open(), await creator.open()]
  await logIn(fanPage, 'fan1')
  await logIn(creatorPage, 'creator1')
  const [fanName, creatorName] = await Promise.all(['fan1', 'creator1'].map((username) => nameOf(ownServer, username)))
  await openConversation(fanPage, creatorName ?? '')
  await openConversation(creatorPage, fanName ?? '')
  await creatorPage.evaluate(noteArrivals)

  const delays: number[] = []
  for (let n = 0; n < MESSAGES; n += 1) {
    const text = `measured ${n}.`
    await fanPage.getByRole('textbox', { name: 'Message' }).fill(text)
    const sentAt = await fanPage.evaluate(() => {
      document.querySelector<HTMLElement>('button[aria-label="Send"], form button[type="submit"]')?.click()
      return Date.now()
    })
    const arrival = await creatorPage.waitForFunction((wanted) => window.arrivals?.get(wanted), text, {
      polling: 'raf',
    })
    delays.push(((await arrival.jsonValue()) ?? Number.NaN) - sentAt)
  }
  console.log(`live delivery over ${MESSAGES}: p50 ${percentile(delays, 50)} ms, p95 ${percentile(delays, 95)} ms`)
  expect(percentile(delays, 95)).toBeLessThan(LIMIT_MS)
})

declare global {
  interface Window {
    arrivals?: Map<string, number>
  }
}

/** Notes when each measured text is first on the page. */
function noteArrivals(): void {
  const arrivals = (window.arrivals = new Map<string, number>())
  const look = () => {
    for (const text of document.querySelector('[role=log]')?.textContent?.match(/measured \d+\./g) ?? []) {
      if (!arrivals.has(text)) arrivals.set(text, Date.now())
    }
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
}

async function nameOf(server: { url: string }, username: string): Promise<string> {
  const api = await ApiClient.logIn(server, username)
  return (await api.get<{ name: string }>('/users/me')).name
}
