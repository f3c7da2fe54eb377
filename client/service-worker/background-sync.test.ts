import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runBackgroundSync } from './background-sync.ts'

const session = { token: 'token', needsAuth: false, user: { _id: 'me' } }
const engine = {
  drainOnce: vi.fn<() => Promise<boolean>>(),
  db: { outbox: { where: () => ({ notEqual: () => ({ count: async () => pending }) }) } },
  stop: vi.fn(async () => undefined),
}
let pending = 0

vi.mock('../core/session/stored-session.ts', () => ({ readSession: async () => session }))
vi.mock('@vesper/sync/engine/dexie/database.ts', () => ({ openDatabase: async () => ({}) }))
vi.mock('@vesper/sync/engine/browser/browser-ports.ts', () => ({ browserPorts: () => ({}) }))
vi.mock('@vesper/sync/engine/sync-client.ts', () => ({ createSyncClient: () => engine }))

afterEach(() => vi.useRealTimers())
beforeEach(() => {
  vi.useFakeTimers()
  session.needsAuth = false
  engine.drainOnce.mockReset()
  engine.stop.mockClear()
})

test('an event that leaves nothing to be sent succeeds', async () => {
  engine.drainOnce.mockResolvedValue(true)
  pending = 0
  await runBackgroundSync()
  expect(engine.stop).toHaveBeenCalledOnce()
})

test('an event fails while something waits, also where a tab is to send it: the tab may die before', async () => {
  pending = 1
  for (const isSeenTo of [false, true]) {
    engine.drainOnce.mockResolvedValue(isSeenTo)
    const failed = expect(runBackgroundSync()).rejects.toThrow('still to be sent')
    await vi.advanceTimersByTimeAsync(4_000)
    await failed
  }
  expect(engine.stop).toHaveBeenCalledTimes(2)
})

test('a tab that was asked has a moment to send', async () => {
  engine.drainOnce.mockResolvedValue(true)
  pending = 1
  const done = runBackgroundSync()
  await vi.advanceTimersByTimeAsync(1_000)
  pending = 0
  await vi.advanceTimersByTimeAsync(1_000)
  await done
  expect(engine.stop).toHaveBeenCalledOnce()
})

test('mutations that wait for a sign-in need no other event', async () => {
  session.needsAuth = true
  pending = 1
  await runBackgroundSync()
  expect(engine.drainOnce).not.toHaveBeenCalled()
})
