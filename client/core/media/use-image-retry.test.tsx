// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { allSettled, fork } from 'effector'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserOnlineChanged, serverMissed, serverReached } from '../connection/model.ts'
import { useImageRetry } from './use-image-retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a picture whose request broke off is tried again while the browser stays online, ever more rarely', () => {
  const picture = shown()
  expect([5_000, 15_000, 45_000].map((ms) => picture.failsFor(ms))).toEqual([true, true, true])
  picture.fail()
  act(() => void vi.advanceTimersByTime(3_600_000))
  expect(picture.isMissing()).toBe(true)
})

test('a picture that cannot be had is tried again when the server answers again, and when the browser is online', async () => {
  const picture = shown()
  const scope = fork()
  await act(() => allSettled(serverMissed, { scope }))
  picture.fail()
  await act(() => allSettled(serverReached, { scope }))
  expect(picture.isMissing()).toBe(false)
  picture.fail()
  await act(() => allSettled(browserOnlineChanged, { scope, params: true }))
  expect(picture.isMissing()).toBe(false)
})

test('nothing is asked for behind a page that nobody sees, and at once when it is seen again', () => {
  const picture = shown()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  picture.fail()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(picture.isMissing()).toBe(true)
  visibility.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(picture.isMissing()).toBe(false)
})

test('another picture in the same place is not taken for the one that failed', () => {
  const picture = shown()
  picture.fail()
  picture.show('/other')
  expect(picture.isMissing()).toBe(false)
})

function shown() {
  const { result, rerender } = renderHook(({ src }) => useImageRetry(src), { initialProps: { src: '/one' } })
  const isMissing = () => result.current[0]
  const fail = () => act(() => result.current[1]())
  return {
    isMissing,
    fail,
    show: (src: string) => rerender({ src }),
    /** True when the picture stays away for that long after a failure, and no longer. */
    failsFor(ms: number): boolean {
      fail()
      act(() => void vi.advanceTimersByTime(ms - 1))
      const stayed = isMissing()
      act(() => void vi.advanceTimersByTime(1))
      return stayed && !isMissing()
    },
  }
}
