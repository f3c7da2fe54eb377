// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importWithRetry } from './import-with-retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Something that loads at the given attempt. */
function loadingAt(attempt: number) {
  let attempts = 0
  const load = vi.fn(() =>
    (attempts += 1) < attempt ? Promise.reject(new TypeError('no line')) : Promise.resolve('it'),
  )
  const done = vi.fn()
  void importWithRetry(load).then(done)
  return { load, done }
}

test('loads a failed part again, less and less often, at least once a minute', async () => {
  const { load, done } = loadingAt(Infinity)
  const attempts: number[] = []
  for (const ms of [0, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await vi.advanceTimersByTimeAsync(ms)
    attempts.push(load.mock.calls.length)
  }
  expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(done).not.toHaveBeenCalled()
})

test('it is asked for at once when the line is back, and no more once it is there', async () => {
  const { load, done } = loadingAt(2)
  await vi.advanceTimersByTimeAsync(0)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toHaveBeenCalledWith('it')
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(load).toHaveBeenCalledTimes(2)
})
