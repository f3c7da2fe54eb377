import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WakeUpCall } from './background-sync.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function call() {
  const ask = vi.fn<() => void>()
  return { ask, wakeUp: new WakeUpCall(ask) }
}

test('[WAKE-1] what goes out at once asks for nothing', () => {
  const { ask, wakeUp } = call()
  wakeUp.see({ pending: 1, state: 'syncing' })
  wakeUp.see({ pending: 0, state: 'idle' })
  wakeUp.leave()
  vi.advanceTimersByTime(60_000)
  expect(ask).not.toHaveBeenCalled()
})

test('[WAKE-1] without a line the browser is asked at once, and once', () => {
  const { ask, wakeUp } = call()
  wakeUp.see({ pending: 1, state: 'offline' })
  wakeUp.see({ pending: 2, state: 'offline' })
  vi.advanceTimersByTime(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('[WAKE-1] what takes long, or leaves with the page, is seen to', () => {
  const long = call()
  long.wakeUp.see({ pending: 1, state: 'syncing' })
  vi.advanceTimersByTime(1_000)
  expect(long.ask).toHaveBeenCalledTimes(1)
  const left = call()
  left.wakeUp.see({ pending: 1, state: 'syncing' })
  left.wakeUp.leave()
  vi.advanceTimersByTime(60_000)
  expect(left.ask).toHaveBeenCalledTimes(1)
})

test('[WAKE-1] the next time that something waits, it is asked for again', () => {
  const { ask, wakeUp } = call()
  wakeUp.see({ pending: 1, state: 'offline' })
  wakeUp.see({ pending: 0, state: 'idle' })
  wakeUp.see({ pending: 1, state: 'offline' })
  expect(ask).toHaveBeenCalledTimes(2)
})
