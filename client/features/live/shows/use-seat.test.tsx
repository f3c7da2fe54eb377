// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import type { JoinAnswer } from '@vesper/sync/vesper/api/live-streams.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSeat } from './use-seat.ts'

const shows = vi.hoisted(() => new Map<string, object>())
vi.mock('./use-show.ts', () => ({
  useShow: (id: string | null) => ({ data: id === null ? undefined : shows.get(id) }),
}))

beforeEach(() => shows.clear())
afterEach(cleanup)

function tell(_id: string, status: Show['status']): void {
  shows.set(_id, { _id, kind: 'group', status, expiresAt: null })
}

function answer(showId: string | null, kind = 'group') {
  return { stream: { kind }, showId } as unknown as JoinAnswer
}

const ids = ({ current: { open, ended } }: { current: ReturnType<typeof useSeat> }) => [open?._id, ended?._id]

test('a seat is open until it ends on the page, and is then shown until another is wanted', () => {
  tell('first', 'accepted')
  const { result, rerender } = renderHook(useSeat, { initialProps: answer(null) })
  expect(ids(result)).toEqual([undefined, undefined])
  rerender(answer('first'))
  expect(ids(result)).toEqual(['first', undefined])
  tell('first', 'ended')
  rerender(answer('first'))
  expect(ids(result)).toEqual([undefined, 'first'])
  // The server knows of no seat any more.
  rerender(answer(null))
  expect(ids(result)).toEqual([undefined, 'first'])
  act(() => result.current.forget())
  expect(ids(result)).toEqual([undefined, undefined])
  tell('second', 'active')
  rerender(answer('second'))
  expect(ids(result)).toEqual(['second', undefined])
})

test('a seat that had ended before the page was opened is none, nor is the show of a private stream', () => {
  tell('before', 'ended')
  expect(ids(renderHook(useSeat, { initialProps: answer('before') }).result)).toEqual([undefined, undefined])
  tell('private', 'active')
  const { result } = renderHook(useSeat, { initialProps: answer('private', 'private') })
  expect(ids(result)).toEqual([undefined, undefined])
})
