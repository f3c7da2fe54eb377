import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attempt } from './wait-for-sync-attempt.ts'

const waiting: SyncStatus = {
  state: 'offline',
  leader: true,
  lastSyncAt: null,
  pending: 1,
  rejected: 0,
  oldestPendingAt: '2026-11-21T09:00:00.000Z',
  nextAttemptAt: '2026-11-21T09:00:10.000Z',
  full: false,
  whole: true,
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An attempt that has been asked for, with a way to change what the engine says of itself. */
function begun() {
  let status = waiting
  let listener = () => {}
  let isOver = false
  const engine = {
    status: () => status,
    subscribe: (added: () => void) => {
      listener = added
      return () => {}
    },
  }
  void attempt(engine, () => Promise.resolve()).then(() => (isOver = true))
  return {
    say: (change: Partial<SyncStatus>) => {
      status = { ...status, ...change }
      listener()
    },
    isOverAfter: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return isOver
    },
  }
}

test('an attempt lasts until the engine has failed and says when it tries again', async () => {
  const { say, isOverAfter } = begun()
  expect(await isOverAfter(5_000)).toBe(false)
  say({ nextAttemptAt: null })
  expect(await isOverAfter(5_000)).toBe(false)
  say({ nextAttemptAt: '2026-11-21T09:00:20.000Z' })
  expect(await isOverAfter(0)).toBe(true)
})

test('an answer of the server, a lost token and a silence that lasts end it as well', async () => {
  for (const change of [{ lastSyncAt: '2026-11-21T09:00:05.000Z' }, { state: 'needs-auth' as const }]) {
    const { say, isOverAfter } = begun()
    await isOverAfter(1_000)
    say(change)
    expect(await isOverAfter(0)).toBe(true)
  }
  expect(await begun().isOverAfter(40_000)).toBe(true)
})

test('one that is over at once is shown long enough to be seen', async () => {
  const { say, isOverAfter } = begun()
  say({ nextAttemptAt: '2026-11-21T09:00:20.000Z' })
  expect(await isOverAfter(300)).toBe(false)
  expect(await isOverAfter(700)).toBe(true)
})
