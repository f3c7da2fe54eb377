// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { CalendarMessage, CalendarPost } from '@vesper/sync/vesper/api/calendar.ts'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { useCalendar } from './use-calendar.ts'

const october = { from: '2026-09-27T11:00:00.000Z', to: '2026-11-01T11:00:00.000Z' }
const at = '2026-10-31T10:59:00.000Z'
const post = (_id: string, given: Partial<CalendarPost> = {}): CalendarPost => ({
  ...{ _id, status: 'published', text: _id, scheduledAt: null, publishedAt: at, expiresAt: null, ...given },
})
const message = (_id: string, given: Partial<CalendarMessage> = {}): CalendarMessage => ({
  ...{ _id, state: 'scheduled', text: _id, sendAt: null, goesAt: at, ...given },
})

const held = { posts: [] as object[], drafts: [], messages: [] as object[] }
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: () => held }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => ({ db: {} }) }))
vi.mock(import('../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => null,
}))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const id = (place: number) => `00000000-0000-7000-8000-00000000000${place}`

beforeEach(() => {
  localStorage.clear()
  Object.assign(held, { posts: [], messages: [] })
  vi.mocked(callApi).mockReset()
})
afterEach(cleanup)

function open() {
  return renderHook(() => useCalendar('me', october), {
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

test('without a connection and an answer that was kept, entries are those of this device', async () => {
  held.posts = [{ ...post(id(1)), seq: 9 }]
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('away'))
  const result = open()
  await waitFor(() => expect(result.current?.standing).toMatchObject({ is: 'held', wholeFrom: at }))
  expect(result.current?.entries).toHaveLength(1)
})
