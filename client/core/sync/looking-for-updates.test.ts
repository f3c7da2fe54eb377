// @vitest-environment happy-dom
import type { TransportAnswer } from '@vesper/sync/engine/ports.ts'
import type { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { APP_OUTDATED } from './app-outdated.ts'
import { lookingForUpdates } from './looking-for-updates.ts'

const [update, outdated] = [vi.fn(async () => {}), vi.fn()]
let registration: { update: typeof update } | undefined
addEventListener(APP_OUTDATED, outdated)

beforeEach(() => {
  vi.useFakeTimers()
  registration = { update }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** Has a server answer so many requests, one a second. */
async function answer(given: TransportAnswer, times = 1): Promise<void> {
  const send = lookingForUpdates(async () => given)
  for (let count = 0; count < times; count += 1) {
    expect(await send({} as SyncRequest, new AbortController().signal)).toBe(given)
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

test('an app that is too old looks for its next version, once a minute', async () => {
  await answer({ status: 409, body: null }, 100)
  expect(update).toHaveBeenCalledTimes(2)
  expect(outdated).not.toHaveBeenCalled()
})

test('a page without a worker says so to whoever can look', async () => {
  registration = undefined
  await answer({ status: 409, body: null }, 30)
  vi.stubGlobal('navigator', {})
  await answer({ status: 409, body: null })
  expect(outdated).toHaveBeenCalledTimes(2)
})

test('an app that is newer than the server waits: it looks for nothing', async () => {
  await answer({ status: 503, body: null, retryAfterMs: 5_000 }, 5)
  await answer({ status: 200, body: null }, 5)
  expect([...update.mock.calls, ...outdated.mock.calls]).toEqual([])
})
