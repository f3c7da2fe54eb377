// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { allSettled, fork } from 'effector'
import { afterEach, expect, test } from 'vitest'
import { ConnectionError } from '../api/api.ts'
import { serverMissed, serverReached } from './model.ts'
import { useErrorWhileTrue } from './use-error-while-true.ts'

afterEach(cleanup)

test('a lost connection is told until it is back, each time; another error stays', async () => {
  const scope = fork()
  const [lost, again]: Error[] = [new ConnectionError('lost'), new ConnectionError('lost')]
  const refused = new Error('refused')
  const { result, rerender } = renderHook(useErrorWhileTrue, { initialProps: lost })
  await act(() => allSettled(serverMissed, { scope }))
  expect(result.current).toBe(lost)
  await act(() => allSettled(serverReached, { scope }))
  expect(result.current).toBeNull()
  rerender(again)
  expect(result.current).toBe(again)
  rerender(refused)
  await act(() => allSettled(serverMissed, { scope }))
  await act(() => allSettled(serverReached, { scope }))
  expect(result.current).toBe(refused)
})
