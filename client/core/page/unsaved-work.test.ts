import { expect, test, vi } from 'vitest'
import { isBusy, whileBusy } from './unsaved-work.ts'

test('work that never ends keeps nothing waiting for ever', async () => {
  vi.useFakeTimers()
  void whileBusy(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(100_000)
  expect(isBusy()).toBe(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(isBusy()).toBe(false)
  vi.useRealTimers()
})
