import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../../../sync/testing/random.ts'
import { percentile } from '../fixtures/measure.ts'
import { accountOn, ApiClient, logIn, openConversation } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { FALLS, Tabs } from '../fixtures/tabs.ts'
import type { Fall, Tab } from '../fixtures/tabs.ts'
import { expect, test } from '../fixtures/test.ts'
import { wholeConversation } from '../fixtures/whole-conversation.ts'
import { Worker } from '../fixtures/worker.ts'

const TABS = 4
const SECONDS = 60
/** For so long at most it goes on until each kind of fall was measured: a frozen leader is often succeeded before it can be. */
const SECONDS_AT_MOST = 150
const TIMES_EACH = 3
const FALL_EVERY_MS = 2_000
const TAKE_OVER_MS = 1_000
const SEED = 4

test('four tabs and a service worker opened, closed, crashed and frozen, the leader falling every two seconds', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(300_000)
  const device = await newDevice(ownServer)
  const guard = await device.open()
  await logIn(guard, 'fan1')
  const account = await accountOn(guard)
  const conversation = await openConversation(guard, 'Teo Almeida')
  // A page of the same origin that is not the app, to observe.
  await guard.goto('/health')
  const worker = await Worker.of(guard)
  const tabs = new Tabs(device.context, guard, conversation)
  for (let n = 0; n < TABS; n += 1) await tabs.open()
  const api = await ApiClient.logIn(ownServer, 'fan1')

  const random = randomOf(SEED)
  const sendingTimes: Record<Fall | 'awake', number[]> = { awake: [], closed: [], crashed: [], frozen: [] }
  const sendFrom = async (writer: Tab, leader: Fall | 'awake') => {
    const began = performance.now()
    await untilArrived(api, conversation, await tabs.write(writer))
    sendingTimes[leader].push(performance.now() - began)
  }
  const events = { woken: 0, stopped: 0, thawed: 0, bystanders: 0 }
  let falls = 0
  const start = performance.now()
  const hasEnough = () => FALLS.every((fall) => sendingTimes[fall].length >= TIMES_EACH)
  const lasts = (seconds: number) => performance.now() < start + seconds * 1000
  while (lasts(SECONDS) || (!hasEnough() && lasts(SECONDS_AT_MOST))) {
    const next = performance.now() + FALL_EVERY_MS
    const leader = await tabs.leader()
    const others = tabs.awake().filter((tab) => tab !== leader)
    if (leader && !leader.isFrozen && others.length > 0) {
      const writer = random.pick(others)
      await sendFrom(writer, 'awake')
      const fall = await tabs.fell(leader, FALLS[(falls += 1) % FALLS.length] ?? 'frozen')
      // Another tab has to take the lock from a frozen leader. One of the same process went with a crashed one.
      const isTaken = fall === 'frozen' && (await tabs.leader()) !== leader
      if (tabs.all.includes(writer)) await sendFrom(writer, isTaken ? 'awake' : fall)
    }
    if (random.chance(0.3)) {
      events.woken += 1
      await worker.wake()
    }
    if (random.chance(0.3)) {
      events.stopped += 1
      await worker.stop()
    }
    if (random.chance(0.3) && tabs.awake().length > 1) {
      events.bystanders += 1
      await tabs.fell(random.pick(tabs.awake()), random.pick(FALLS))
    }
    if (random.chance(0.5) && tabs.frozen().length > 0) {
      events.thawed += 1
      await tabs.thaw(random.pick(tabs.frozen()))
    }
    while (tabs.awake().length < TABS - 1 || tabs.all.length < TABS) await tabs.open()
    while (tabs.all.length > TABS + 2) {
      const asleep = random.pick(tabs.frozen())
      await tabs.thaw(asleep)
      await tabs.fell(asleep, 'closed')
    }
    while (performance.now() < next) await tabs.write(random.pick(tabs.awake()))
  }
  for (const tab of tabs.frozen()) await tabs.thaw(tab)

  await expect.poll(async () => (await rowsOf(guard, account, 'outbox')).length, { timeout: 60_000 }).toBe(0)
  const arrived = (await wholeConversation(api, conversation)).map(({ text }) => text).filter(isOurs)
  console.log(`${tabs.kept.length} messages kept; ${JSON.stringify(events)}`)
  for (const [leader, times] of Object.entries(sendingTimes)) console.log(`${leader}: ${describe(times)}`)
  expect(tabs.kept.length).toBeGreaterThan(SECONDS)
  // Each once, in the order in which it was kept, whichever tab it was written in.
  expect(arrived).toEqual(tabs.kept)
  for (const fall of FALLS) {
    expect(sendingTimes[fall].length).toBeGreaterThanOrEqual(TIMES_EACH)
    expect(percentile(sendingTimes[fall], 95), fall).toBeLessThanOrEqual(TAKE_OVER_MS)
  }
  for (const times of Object.values(events)) expect(times).toBeGreaterThan(0)
})

async function untilArrived(api: ApiClient, conversation: string, text: string): Promise<void> {
  for (;;) {
    const newest = await api.messages(conversation)
    if (newest.some((message) => message.text === text)) return
    await sleep(10)
  }
}

function isOurs(text: string): boolean {
  return text.startsWith('tab ')
}

function describe(times: number[]): string {
  if (times.length === 0) return 'never'
  const [half, most] = [percentile(times, 50), percentile(times, 95)]
  return `${times.length} times sent by another, p50 ${half.toFixed(0)}, p95 ${most.toFixed(0)} ms after it was written`
}
