// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCaseNews } from './use-case-news.ts'

type Answer = (result: { ok: boolean }) => void
type Told = { type: string; id: string }

const socket = vi.hoisted(() => ({
  ready: new Set<() => void>(),
  told: new Set<(told: Told) => void>(),
  said: [] as { name: string; page: unknown; answer?: Answer }[],
}))
vi.mock('../../../core/live/socket.ts', () => ({
  onSocket(_name: string, listener: (told: Told) => void) {
    socket.told.add(listener)
    return () => socket.told.delete(listener)
  },
  sayNow: (name: string, page: unknown, answer?: Answer) =>
    void socket.said.push({ name, page, ...(answer && { answer }) }),
  onSocketReady(listener: () => void) {
    socket.ready.add(listener)
    return () => socket.ready.delete(listener)
  },
}))

beforeEach(() => {
  socket.ready.clear()
  socket.told.clear()
  socket.said = []
})
afterEach(cleanup)

const id = v7()
const connect = () => act(() => socket.ready.forEach((listener) => listener()))
const tell = (told: Told) => act(() => socket.told.forEach((listener) => listener(told)))

test('an open case hears of its own news alone, and of nothing once it is closed', () => {
  const onNews = vi.fn()
  const { unmount } = renderHook(() => useCaseNews(id, onNews))
  connect()
  expect(socket.said).toMatchObject([{ name: 'page:join', page: { type: 'case', id } }])
  tell({ type: 'case', id: v7() })
  tell({ type: 'performer', id })
  expect(onNews).not.toHaveBeenCalled()
  tell({ type: 'case', id })
  expect(onNews).toHaveBeenCalledOnce()
  unmount()
  expect([socket.told.size, socket.said.at(-1)?.name]).toEqual([0, 'page:leave'])
})

test('a case is read again once its page is back in the room', () => {
  const onNews = vi.fn()
  renderHook(() => useCaseNews(id, onNews))
  connect()
  act(() => socket.said.at(-1)?.answer?.({ ok: false }))
  expect(onNews).not.toHaveBeenCalled()
  connect()
  act(() => socket.said.at(-1)?.answer?.({ ok: true }))
  expect(onNews).toHaveBeenCalledOnce()
})
