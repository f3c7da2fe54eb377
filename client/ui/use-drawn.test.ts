// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDrawn } from './use-drawn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const keys = Array.from({ length: 10 }, (_, index) => `item ${index}`)
const turn = () => act(() => void vi.advanceTimersToNextTimer())

test('the items in view are drawn with the page, the others a few at a time', () => {
  const { result } = renderHook(() => useDrawn(keys, { count: 3 }))
  expect([...result.current]).toEqual(keys.slice(0, 3))
  turn()
  expect(result.current.size).toBe(7)
  turn()
  expect(result.current.size).toBe(10)
  turn()
  expect(vi.getTimerCount()).toBe(0)
})

test('a page that returns to its place begins there, and draws what stands above it afterwards', () => {
  const { result } = renderHook(() => useDrawn(keys, { count: 3, at: 6 }))
  expect([...result.current]).toEqual(keys.slice(6, 9))
  for (let step = 0; step < 3; step += 1) turn()
  expect(result.current.size).toBe(10)
})

test('an item that comes in at the top is drawn at once, and takes the place of none', () => {
  const { result, rerender } = renderHook((given: string[]) => useDrawn(given, { count: 3 }), { initialProps: keys })
  for (let step = 0; step < 3; step += 1) turn()
  rerender(['newest', ...keys])
  expect(result.current.has('newest')).toBe(true)
  expect(result.current.size).toBe(11)
})
