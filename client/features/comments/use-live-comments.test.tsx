// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLiveComments } from './use-live-comments.ts'

type Answer = (result: { ok: boolean }) => void

const socket = vi.hoisted(() => ({
  isReady: false,
  listeners: new Set<() => void>(),
  said: [] as { name: string; page: unknown; answer?: Answer }[],
}))
vi.mock('../../core/live/socket.ts', () => ({
  onSocket: () => () => {},
  sayNow: (name: string, page: unknown, answer?: Answer) =>
    void socket.said.push({ name, page, ...(answer && { answer }) }),
  onSocketReady(listener: () => void) {
    socket.listeners.add(listener)
    if (socket.isReady) listener()
    return () => socket.listeners.delete(listener)
  },
}))

beforeEach(() => {
  socket.isReady = false
  socket.listeners.clear()
  socket.said = []
})
afterEach(cleanup)

const page = { type: 'feed' as const, id: v7() }
const connect = () => act(() => socket.listeners.forEach((listener) => listener()))
const answerLast = (ok: boolean) => act(() => socket.said.at(-1)?.answer?.({ ok }))

test('a page that joins its room late reads its list again once it is in the room', () => {
  const { result, unmount } = renderHook(() => useLiveComments(page))
  expect([socket.said, result.current.missed]).toEqual([[], 0])
  connect()
  expect(socket.said).toMatchObject([{ name: 'page:join', page }])
  // Until then the server may tell the room of a comment that neither the list nor the page has.
  expect(result.current.missed).toBe(0)
  answerLast(true)
  expect(result.current.missed).toBe(1)
  connect()
  answerLast(true)
  expect(result.current.missed).toBe(2)
  unmount()
  expect(socket.said.at(-1)).toMatchObject({ name: 'page:leave', page })
})

test('a page whose connection is there joins while its list is read, and a page that may not join reads nothing', () => {
  socket.isReady = true
  const { result } = renderHook(() => useLiveComments(page))
  answerLast(true)
  expect(result.current.missed).toBe(0)
  connect()
  answerLast(false)
  expect(result.current.missed).toBe(0)
})
