import { expect, test, vi } from 'vitest'
import { hasUnsavedWork, whileUnsavedWork } from './unsaved-work.ts'

test('work that never ends keeps nothing waiting for ever', async () => {
  vi.useFakeTimers()
  void whileUnsavedWork(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(100_000)
  expect(hasUnsavedWork()).toBe(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(hasUnsavedWork()).toBe(false)
  vi.useRealTimers()
})
