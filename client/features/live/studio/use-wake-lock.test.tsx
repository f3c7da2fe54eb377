// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mock } from 'vitest'
import { useWakeLock } from './use-wake-lock.ts'

let released: number
let request: Mock<(kind: string) => Promise<object>>
let visibility: DocumentVisibilityState

beforeEach(() => {
  released = 0
  visibility = 'visible'
  request = vi.fn(async (_kind: string) => ({ release: async () => void (released += 1) }))
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true })
})
afterEach(() => {
  cleanup()
  delete (navigator as { wakeLock?: unknown }).wakeLock
})

const look = async (state: DocumentVisibilityState) => {
  visibility = state
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
}
const hold = async (isOn: boolean) => {
  const hook = renderHook(({ on }) => useWakeLock(on), { initialProps: { on: isOn } })
  await act(async () => {})
  return hook
}

test('the screen stays awake while a stream runs, and may sleep after it', async () => {
  const { rerender } = await hold(true)
  expect(request.mock.calls).toEqual([['screen']])
  expect(released).toBe(0)
  rerender({ on: false })
  await act(async () => {})
  expect([request.mock.calls.length, released]).toEqual([1, 1])
})

test('a page that was hidden asks again once it is seen, and not before', async () => {
  await hold(true)
  await look('hidden')
  expect(request).toHaveBeenCalledTimes(1)
  await look('visible')
  expect(request).toHaveBeenCalledTimes(2)
})

test('a lock that comes after the page has gone is let go at once', async () => {
  let give: (lock: object) => void = () => {}
  request.mockImplementation(
    () =>
      new Promise((resolve) => {
        give = resolve
      }),
  )
  const { unmount } = await hold(true)
  unmount()
  await act(async () => give({ release: async () => void (released += 1) }))
  expect(released).toBe(1)
})

test('a browser that refuses, or that knows no such lock, breaks nothing', async () => {
  request.mockRejectedValue(new Error('battery'))
  await hold(true)
  delete (navigator as { wakeLock?: unknown }).wakeLock
  await hold(true)
  expect(request).toHaveBeenCalledTimes(1)
})
