import type { BrowserContext, Page } from 'playwright/test'
import { randomOf } from '../../../sync/testing/random.ts'
import { percentile } from '../fixtures/measure.ts'
import { accountOn, ApiClient, logIn, openConversation } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'
import { wholeConversation } from '../fixtures/whole-conversation.ts'
import { writeMany } from '../fixtures/write-many.ts'

const TABS = 4
const SECONDS = 60
const KILL_EVERY_MS = 2_000
const TAKE_OVER_MS = 1_000
const SEED = 4

test('[TAB-1] four tabs and a service worker opened, closed and frozen for a minute, the leader killed every two seconds', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(300_000)
  const device = await newDevice(ownServer)
  const guard = await device.open()
  await logIn(guard, 'fan1')
  const account = await accountOn(guard)
  const conversation = await openConversation(guard, 'Teo Almeida')
  // Of the same origin, and not the app: it looks on.
  await guard.goto('/health')
  const tabs = new Tabs(device.context, conversation)
  for (let n = 0; n < TABS; n += 1) await tabs.open()

  const random = randomOf(SEED)
  const takeOvers: number[] = []
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end) {
    const next = performance.now() + KILL_EVERY_MS
    const leader = await tabs.leader(guard)
    if (leader) {
      await tabs.kill(leader)
      takeOvers.push(await tabs.untilLed(guard))
    }
    if (random.chance(0.4)) await tabs.freeze(random.pick(tabs.awake()))
    while (tabs.awake().length < TABS - 1) await tabs.open()
    if (tabs.all.length < TABS + 2) await tabs.open()
    while (performance.now() < Math.min(next, end)) await tabs.write(random.pick(tabs.awake()))
  }
  await tabs.thaw()

  await expect.poll(async () => (await rowsOf(guard, account, 'outbox')).length, { timeout: 60_000 }).toBe(0)
  const api = await ApiClient.logIn(ownServer, 'fan1')
  const arrived = (await wholeConversation(api, conversation)).map(({ text }) => text)
  console.log(
    `${takeOvers.length} leaders killed, ${tabs.kept.length} messages kept; take-over p50 ${percentile(takeOvers, 50).toFixed(0)}, p95 ${percentile(takeOvers, 95).toFixed(0)} ms`,
  )
  expect(tabs.kept.length).toBeGreaterThan(SECONDS)
  for (const text of tabs.kept)
    expect(
      arrived.filter((one) => one === text),
      text,
    ).toHaveLength(1)
  expect(new Set(arrived.filter((text) => text.startsWith('tab '))).size).toBe(
    arrived.filter((text) => text.startsWith('tab ')).length,
  )
  expect(arrived.filter((text) => tabs.kept.includes(text))).toEqual(tabs.kept)
  expect(percentile(takeOvers, 95)).toBeLessThanOrEqual(TAKE_OVER_MS)
})

type Tab = { page: Page; name: string; isFrozen: boolean }

/** The tabs of one profile; each holds a lock of its own name, so that one can tell whose the leader's lock is. */
class Tabs {
  all: Tab[] = []
  /** Texts that the device has said to have kept, in that order. */
  readonly kept: string[] = []
  readonly #context: BrowserContext
  readonly #conversation: string
  #opened = 0

  constructor(context: BrowserContext, conversation: string) {
    this.#context = context
    this.#conversation = conversation
  }

  awake(): Tab[] {
    return this.all.filter(({ isFrozen }) => !isFrozen)
  }

  async open(): Promise<void> {
    const page = await this.#context.newPage()
    const name = `tab ${(this.#opened += 1)}`
    await page.goto(`/messages/${this.#conversation}`)
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.evaluate((lock) => void navigator.locks.request(lock, () => new Promise(() => {})), name)
    this.all.push({ page, name, isFrozen: false })
  }

  async write({ page, name }: Tab): Promise<void> {
    const text = `${name}, ${this.kept.length}`
    await writeMany(page, [text])
    this.kept.push(text)
  }

  async kill(tab: Tab): Promise<void> {
    this.all = this.all.filter((other) => other !== tab)
    await tab.page.close()
  }

  async freeze(tab: Tab): Promise<void> {
    tab.isFrozen = true
    await setState(tab.page, 'frozen')
  }

  async thaw(): Promise<void> {
    for (const tab of this.all) if (tab.isFrozen) await setState(tab.page, 'active')
  }

  /** The tab that leads, unless it is `guard` or none of these. */
  async leader(guard: Page): Promise<Tab | undefined> {
    const name = await guard.evaluate(leadingTab)
    return this.all.find((tab) => tab.name === name)
  }

  /** Milliseconds until some context leads again. */
  async untilLed(guard: Page): Promise<number> {
    const began = performance.now()
    while ((await guard.evaluate(leadingTab)) === null) await new Promise((resolve) => setTimeout(resolve, 10))
    return performance.now() - began
  }
}

/** The name of the tab that holds the leader's lock, or 'another'; null when nobody leads. */
async function leadingTab(): Promise<string | null> {
  const { held = [] } = await navigator.locks.query()
  const leader = held.find(({ name = '' }) => name.startsWith('vesper-'))
  if (!leader) return null
  return (
    held.find(({ name = '', clientId }) => name.startsWith('tab ') && clientId === leader.clientId)?.name ?? 'another'
  )
}

async function setState(page: Page, state: 'frozen' | 'active'): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state })
}
