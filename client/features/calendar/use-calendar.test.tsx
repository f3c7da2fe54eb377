// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { CalendarMessage, CalendarPost } from '@vesper/sync/vesper/api/calendar.ts'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { useCalendar } from './use-calendar.ts'

const october = { from: '2026-09-27T11:00:00.000Z', to: '2026-11-01T11:00:00.000Z' }
const at = '2026-10-31T10:59:00.000Z'
const post = (_id: string, given: Partial<CalendarPost> = {}): CalendarPost => ({
  ...{ _id, status: 'published', text: _id, scheduledAt: null, publishedAt: at, expiresAt: null, ...given },
})
const message = (_id: string, given: Partial<CalendarMessage> = {}): CalendarMessage => ({
  ...{ _id, state: 'scheduled', text: _id, sendAt: null, goesAt: at, ...given },
})

const held = { posts: [] as object[], drafts: [], messages: [] as object[], removed: new Set<string>() }
vi.mock('../../core/sync/use-live-query.ts', () => ({ useLiveQuery: () => held }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => ({ db: {} }) }))
vi.mock(import('../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => null,
}))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const id = (place: number) => `00000000-0000-7000-8000-00000000000${place}`

beforeEach(() => {
  localStorage.clear()
  Object.assign(held, { posts: [], messages: [], removed: new Set() })
  vi.mocked(callApi).mockReset()
})
afterEach(cleanup)

function open(contents: Contents = 'coming') {
  return renderHook(() => useCalendar('me', october, contents), {
    wrapper: ({ children }) => <SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>,
  }).result
}

test('entries are those of the answer, with the changes of this device', async () => {
  held.posts = [
    { ...post(id(1), { text: 'changed here' }), seq: 9 },
    { ...post(id(2), { status: 'removed' }), seq: 8 },
  ]
  held.messages = [message(id(4), { text: 'changed here too' })]
  const posts = [post(id(1)), post(id(2)), post(id(3), { text: 'not held' })]
  const messages = [message(id(4)), message(id(5), { text: 'not held either' })]
  vi.mocked(callApi).mockResolvedValue({ posts, messages, isWhole: true })
  const result = open()
  expect(result.current?.standing).toEqual({ is: 'coming' })
  expect(result.current?.entries.map(({ text }) => text).toSorted()).toEqual(['changed here', 'changed here too'])
  await waitFor(() => expect(result.current?.standing).toEqual({ is: 'answered', isWhole: true, keptAt: null }))
  expect(result.current?.entries.map(({ text }) => text).toSorted()).toEqual([
    ...['changed here', 'changed here too', 'not held', 'not held either'],
  ])
  expect(vi.mocked(callApi).mock.calls[0]?.[0]).toMatchObject({ path: '/performer/calendar', query: october })
})

test('a kept answer brings nothing back that was removed or discarded here', async () => {
  held.removed = new Set([id(1), id(5)])
  const posts = [post(id(1)), post(id(2)), post(id(3), { status: 'scheduled', scheduledAt: at })]
  const states = ['sent', 'sent', 'draft', 'scheduled', 'counting'] as const
  const messages = states.map((state, index) => message(id(index + 4), { state, sendAt: at }))
  vi.mocked(callApi).mockResolvedValue({ posts, messages, isWhole: true })
  const all = open()
  await waitFor(() => expect(all.current?.entries.map(({ text }) => text).toSorted()).toHaveLength(6))
  cleanup()
  const here = open('here')
  await waitFor(() => expect(here.current?.standing.is).toBe('answered'))
  expect(here.current?.entries.map(({ text }) => text).toSorted()).toEqual([id(2), id(4)])
})

test('without a connection and an answer that was kept, entries are those of this device', async () => {
  held.posts = [{ ...post(id(1)), seq: 9 }]
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('away'))
  const result = open()
  await waitFor(() => expect(result.current?.standing).toMatchObject({ is: 'held', wholeFrom: at }))
  expect(result.current?.entries).toHaveLength(1)
})
