import { join } from 'node:path'
import { compareRatios } from '@vesper/sync/bench/compare-ratios.ts'
import type { CDPSession, Page } from 'playwright/test'
import { openBarePage } from '../fixtures/calibration.ts'
import { slowDown } from '../fixtures/device.ts'
import { percentile } from '../fixtures/measure.ts'
import { plainTaps, scrollThrough, tapAndWait } from '../fixtures/phone-use.ts'
import type { Tap } from '../fixtures/phone-use.ts'
import { ApiClient, go, logIn } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

const RATIOS = join(import.meta.dirname, 'in-use.ratios.json')
/** Taps of each of the ten actions: 50 together. */
const ROUNDS = 5
const POSTS = 300
const ANSWERS = 20
/** The app is used for so long before its memory is compared; `npm run bench -- in-use --minutes=10` uses it for longer. */
const MINUTES = Number(process.env['BENCH_MINUTES'] || 2)
const LONG_TASK_MS = 50

/** A tap on a page. `ready`: the selector that says when the page can be used. */
type Action = Tap & { name: string; at: string; ready: string }

const POST = 'main article[data-post]'
const atHome = { at: '/home', ready: `${POST} button[aria-pressed]` }

const actions: readonly Action[] = [
  { name: 'like', ...atHome, tap: `${POST} button[aria-pressed]`, shows: 'change' },
  { name: 'share', ...atHome, tap: `${POST} header button[aria-haspopup]`, shows: '[role=menu], dialog[open]' },
  { name: 'a post', ...atHome, tap: `${POST} header a[href^="/posts/"]`, shows: '#comments' },
  { name: 'a creator', ...atHome, tap: `${POST} header a:not([href^="/posts/"])`, shows: 'main [role=tablist]' },
  { name: 'Explore', ...atHome, tap: 'nav a[href="/explore"]', shows: 'main [type=search]' },
  { name: 'Messages', ...atHome, tap: 'nav a[href="/messages"]', shows: '[aria-label=Conversations] a' },
  { name: 'Activity', ...atHome, tap: 'a[href="/notifications"]', shows: 'main [data-notice]' },
  {
    ...{ name: 'Home', at: '/explore', ready: 'main h2', tap: 'nav a[href="/home"]' },
    shows: 'section[aria-labelledby=feed] article[data-post]',
  },
  {
    ...{ name: 'a conversation', at: '/messages', ready: '[aria-label=Conversations] a' },
    ...{ tap: '[aria-label=Conversations] a', shows: '[role=log] article' },
  },
  {
    name: 'the account',
    ...atHome,
    tap: 'button[aria-haspopup=menu][aria-label="Account menu"]',
    shows: '[role=menu]',
  },
]

test('ten actions, a scroll through 300 posts and the memory after use are as good as stored, at a quarter of the processor', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout((10 + 4 * MINUTES) * 60_000)
  const creator = await ApiClient.logIn(ownServer, 'creator1')
  await answerMany(await ApiClient.logIn(ownServer, 'fan1'), { creator, post: await publishMany(creator) })
  const device = await newDevice(ownServer, { viewport: { width: 390, height: 844 } })
  const page = await device.open()
  await logIn(page, 'fan1', '/home')
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  const atStart = await heapOf(session)
  await slowDown(page, 4)

  const measure = async () => {
    const bare = await openBarePage(page, POSTS)
    await slowDown(bare, 4)
    const plain = await plainTaps(bare, { times: 50, rows: POSTS })
    await bare.close()
    await page.bringToFront()
    const taps = await tapAll(page)
    await go(page, '/explore')
    await go(page, '/home')
    const tasks = await scrollThrough(page, { posts: POSTS, item: POST })
    const after = await memoryAfterUse(page, session)
    const [typical, worst] = [percentile(plain, 50), percentile(plain, 95)]
    const blocked = tasks.reduce((sum, ms) => sum + ms - LONG_TASK_MS, 0)
    console.log(`taps: ${percentiles(taps)}; ${POSTS} plain rows: ${percentiles(plain)}`)
    console.log(
      `${POSTS} posts: ${tasks.length} tasks over ${LONG_TASK_MS} ms, longest ${Math.round(Math.max(0, ...tasks))} ms, ${Math.round(blocked)} ms too long together`,
    )
    console.log(`memory: ${megabytes(atStart)} at the start, ${megabytes(after)} after ${MINUTES} minutes`)
    return {
      'tap-p50': percentile(taps, 50) / typical,
      'tap-p95': percentile(taps, 95) / worst,
      // Without a long task it is the length of one that just is, so that a single one does not make it endless.
      'scroll-longest': Math.max(LONG_TASK_MS, ...tasks) / worst,
      'scroll-blocked': (LONG_TASK_MS + blocked) / typical,
      memory: after / atStart,
    }
  }
  expect(await compareRatios({ file: RATIOS, measure })).toEqual([])
})

/** Answers the id of the first post. */
async function publishMany(creator: ApiClient): Promise<string> {
  const ids: string[] = []
  for (let n = 0; n < POSTS; n += 1) {
    const post = { text: `Post ${n}: a few words, as people write them.`, access: 'public' }
    ids.push((await creator.post<{ _id: string }>('/performer/feeds', post))._id)
  }
  return ids[0] ?? ''
}

/** The creator answers comments of the fan, whose activity tells of it. */
async function answerMany(fan: ApiClient, { creator, post }: { creator: ApiClient; post: string }): Promise<void> {
  const on = { objectType: 'feed', objectId: post }
  for (let n = 0; n < ANSWERS; n += 1) {
    const { _id: parentId } = await fan.post<{ _id: string }>('/comments', { ...on, text: `Comment ${n}` })
    await creator.post('/comments', { ...on, parentId, text: `Answer ${n}` })
  }
}

/** The times of all taps (milliseconds), in rounds of one of each. */
async function tapAll(page: Page): Promise<number[]> {
  const byName = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const action of actions) {
      byName.set(action.name, [...(byName.get(action.name) ?? []), await tapped(page, action)])
    }
  }
  for (const [name, times] of byName) console.log(`${name}: ${percentiles(times)}`)
  return [...byName.values()].flat()
}

/** Milliseconds from a tap to the frame that shows its effect. */
async function tapped(page: Page, { at, ready, tap, shows }: Action): Promise<number> {
  await page.keyboard.press('Escape')
  if (new URL(page.url()).pathname !== at) await go(page, at)
  await page.locator(ready).first().waitFor()
  return page.evaluate(tapAndWait, { tap, shows })
}

/** Bytes that scripts hold after so many minutes of the ten actions, on the page where they began. */
async function memoryAfterUse(page: Page, session: CDPSession): Promise<number> {
  const until = Date.now() + MINUTES * 60_000
  for (let n = 0; Date.now() < until; n += 1) {
    const action = actions[n % actions.length]
    if (action) await tapped(page, action)
  }
  await page.keyboard.press('Escape')
  await go(page, '/explore')
  await go(page, '/home')
  await page.locator(atHome.ready).first().waitFor()
  return heapOf(session)
}

/** Bytes that scripts hold without their garbage. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

function percentiles(times: readonly number[]): string {
  return `p50 ${percentile(times, 50).toFixed(0)} ms, p95 ${percentile(times, 95).toFixed(0)} ms`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
