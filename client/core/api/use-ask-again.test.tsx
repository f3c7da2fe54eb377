// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAskAgain } from './use-ask-again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A server that takes so many milliseconds to answer; it answers one question at a time. */
function begin(answerMs: number) {
  const ask = vi.fn(() => new Promise((resolve) => setTimeout(resolve, answerMs)))
  const view = renderHook(({ isOn }) => useAskAgain(isOn, ask, 3_000), { initialProps: { isOn: true } })
  return { ask, ...view }
}

test('a question waits for the answer before it, however slow the connection is', async () => {
  const { ask } = begin(10_000)
  await pass(12_000)
  expect(ask).toHaveBeenCalledTimes(1)
  await pass(4_500)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a question that fails is asked again', async () => {
  const { ask } = begin(0)
  ask.mockRejectedValueOnce(new Error('away'))
  await pass(6_500)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('nothing is asked for a page out of view, or once nobody waits any more', async () => {
  const { ask, rerender, unmount } = begin(1_000)
  const view = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await pass(10_000)
  expect(ask).not.toHaveBeenCalled()
  view.mockRestore()
  await pass(3_100)
  expect(ask).toHaveBeenCalledTimes(1)
  rerender({ isOn: false })
  await pass(10_000)
  unmount()
  expect(ask).toHaveBeenCalledTimes(1)
})
