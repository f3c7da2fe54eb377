import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackgroundSyncScheduler } from './background-sync-scheduler.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function call() {
  const ask = vi.fn<() => void>()
  return { ask, wakeUp: new BackgroundSyncScheduler(ask) }
}

test('a mutation that goes out at once asks for no background sync, nor does one that the server puts off', () => {
  const { ask, wakeUp } = call()
  wakeUp.see({ pending: 1, state: 'syncing' })
  wakeUp.see({ pending: 0, state: 'idle' })
  wakeUp.leave()
  wakeUp.comeBack()
  wakeUp.see({ pending: 1, state: 'failing' })
  vi.advanceTimersByTime(60_000)
  expect(ask).not.toHaveBeenCalled()
})

test('without a line the browser is asked at once, and once', () => {
  const { ask, wakeUp } = call()
  wakeUp.see({ pending: 1, state: 'offline' })
  wakeUp.see({ pending: 2, state: 'syncing' })
  wakeUp.see({ pending: 2, state: 'offline' })
  vi.advanceTimersByTime(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('asks for a background sync when sending takes long', () => {
  const { ask, wakeUp } = call()
  wakeUp.see({ pending: 1, state: 'syncing' })
  vi.advanceTimersByTime(5_000)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('asks for a background sync of unsent mutations when the page is put away, whatever was asked for before', () => {
  const { ask, wakeUp } = call()
  wakeUp.see({ pending: 1, state: 'offline' })
  wakeUp.leave()
  expect(ask).toHaveBeenCalledTimes(2)
})

test('asks at once for mutations that are counted only after the page was put away', () => {
  const { ask, wakeUp } = call()
  wakeUp.leave()
  wakeUp.see({ pending: 1, state: 'syncing' })
  expect(ask).toHaveBeenCalledTimes(1)
})

test('the next time that something waits, it is asked for again', () => {
  const { ask, wakeUp } = call()
  wakeUp.see({ pending: 1, state: 'offline' })
  wakeUp.see({ pending: 0, state: 'idle' })
  wakeUp.see({ pending: 1, state: 'offline' })
  expect(ask).toHaveBeenCalledTimes(2)
})
