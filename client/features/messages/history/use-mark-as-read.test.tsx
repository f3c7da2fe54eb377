// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { useMarkAsRead } from './use-mark-as-read.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A thread of three unread messages, whose end is not in view yet. */
function show() {
  const mutate = vi.fn(async () => {})
  const sync = { mutate } as unknown as Sync
  const view = (_id: string, newestSeq: number) => ({
    ...{ sync, newestSeq },
    conversation: { _id, readSeq: 0 } as Conversation,
  })
  const { result, rerender, unmount } = renderHook(useMarkAsRead, { initialProps: view('one', 3) })
  return {
    reach: (atEnd: boolean) => act(() => result.current.onAtEnd(atEnd)),
    show: (id: string, newestSeq: number) => rerender(view(id, newestSeq)),
    read: () => mutate.mock.calls,
    unmount,
  }
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const readAll = (conversationId: string, seq: number) => ['conversation.read-all', { conversationId, seq }]

test('messages that come fast are read in one go', () => {
  const thread = show()
  thread.reach(true)
  for (const newest of [4, 5]) {
    pass(300)
    thread.show('one', newest)
  }
  expect(thread.read()).toEqual([])
  pass(400)
  expect(thread.read()).toEqual([readAll('one', 5)])
  thread.unmount()
  expect(thread.read()).toHaveLength(1)
})

test('a thread that is left within the pause is read', () => {
  const thread = show()
  thread.reach(true)
  pass(100)
  thread.unmount()
  pass(1_000)
  expect(thread.read()).toEqual([readAll('one', 3)])
})

test('so is one that another one takes the place of', () => {
  const thread = show()
  thread.reach(true)
  thread.show('two', 8)
  expect(thread.read()).toEqual([readAll('one', 3)])
})

test('a thread that is left before its end is in view stays unread', () => {
  const thread = show()
  thread.reach(true)
  thread.reach(false)
  thread.unmount()
  pass(1_000)
  expect(thread.read()).toEqual([])
})

test('a thread in a hidden tab stays unread until the tab is looked at', () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const thread = show()
  thread.reach(true)
  pass(10_000)
  expect(thread.read()).toEqual([])
  visibility.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  pass(1_000)
  expect(thread.read()).toEqual([readAll('one', 3)])
})

test('a tab that is hidden within the pause leaves its thread unread', () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  const thread = show()
  thread.reach(true)
  pass(100)
  visibility.mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  pass(10_000)
  thread.unmount()
  expect(thread.read()).toEqual([])
})
