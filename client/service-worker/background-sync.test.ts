import { beforeEach, expect, test, vi } from 'vitest'
import { drainInBackground } from './background-sync.ts'

const session = { token: 'token', needsAuth: false, user: { _id: 'me' } }
const engine = {
  drainOnce: vi.fn<() => Promise<boolean>>(),
  status: () => ({ pending }),
  stop: vi.fn(async () => undefined),
}
let pending = 0

vi.mock('../features/session/session-database.ts', () => ({ readSession: async () => session }))
vi.mock('@vesper/sync/dexie/database.ts', () => ({ openDatabase: async () => ({}) }))
vi.mock('@vesper/sync/browser.ts', () => ({ browserEdges: () => ({}) }))
vi.mock('@vesper/sync/sync-client.ts', () => ({ createSyncClient: () => engine }))

beforeEach(() => {
  session.needsAuth = false
  engine.drainOnce.mockReset()
  engine.stop.mockClear()
})

test('[TAB-3] an event that leaves nothing to be sent succeeds', async () => {
  engine.drainOnce.mockResolvedValue(true)
  pending = 0
  await drainInBackground()
  expect(engine.stop).toHaveBeenCalledOnce()
})

test('[TAB-3] an event fails while something waits, also where a tab is to send it: the tab may die before', async () => {
  pending = 1
  for (const isSeenTo of [false, true]) {
    engine.drainOnce.mockResolvedValue(isSeenTo)
    await expect(drainInBackground()).rejects.toThrow('still to be sent')
  }
  expect(engine.stop).toHaveBeenCalledTimes(2)
})

test('[AUTH-1] what waits for a sign-in needs no other event', async () => {
  session.needsAuth = true
  pending = 1
  await drainInBackground()
  expect(engine.drainOnce).not.toHaveBeenCalled()
})
