// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLastReason } from './use-last-reason.ts'

test('a viewer who was put out reads why until they are in again', () => {
  const { result, rerender } = renderHook(({ reason, isIn }) => useLastReason(reason, isIn), {
    initialProps: { reason: null as string | null, isIn: false },
  })
  expect(result.current).toBeNull()
  rerender({ reason: null, isIn: true })
  rerender({ reason: 'pay', isIn: false })
  expect(result.current).toBe('pay')
  // The room is closed: its reason is gone.
  rerender({ reason: null, isIn: false })
  expect(result.current).toBe('pay')
  rerender({ reason: 'hidden', isIn: false })
  expect(result.current).toBe('hidden')
  rerender({ reason: null, isIn: true })
  expect(result.current).toBeNull()
  rerender({ reason: null, isIn: false })
  expect(result.current).toBeNull()
})
