import { i18n } from '@lingui/core'
// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import { SWRConfig } from 'swr'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverMissed, serverReached } from '../connection/model.ts'
import { callApi, ConnectionError } from './api.ts'
import type { ListSearch } from './list-search.ts'
import { usePagedList } from './use-paged-list.ts'

vi.mock(import('./api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock(import('../session/session.ts'), async (original) => ({ ...(await original()), signedInUser: () => null }))

type Item = { _id: string }
type Asked = { query: { current: number; pageSize: number; sortBy?: string; sort?: string } }

const answer = v.object({ data: v.array(v.object({ _id: v.string() })), total: v.number() })
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ _id: `p${index + 1}` }))

const server = { people: people(5), failing: new Map<number, Error>() }
const asked: Asked['query'][] = []

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  localStorage.clear()
  Object.assign(server, { people: people(5), failing: new Map() })
  asked.length = 0
  vi.mocked(callApi).mockImplementation((async ({ query }: Asked) => {
    asked.push(query)
    const failure = server.failing.get(query.current)
    if (failure) throw failure
    const start = (query.current - 1) * query.pageSize
    return { data: server.people.slice(start, start + query.pageSize), total: server.people.length }
  }) as unknown as typeof callApi)
})
afterEach(cleanup)

/** A start of the app: its memory is empty. */
function open(search: ListSearch = {}, isKept = true) {
  const cache = new Map()
  const initialProps: { search: ListSearch; path?: string } = { search }
  return renderHook(
    (props: typeof initialProps) =>
      usePagedList<Item>({ path: props.path ?? '/people', answer, pageSize: 2, search: props.search, isKept }),
    {
      initialProps,
      wrapper: ({ children }) => <SWRConfig value={{ provider: () => cache }}>{children}</SWRConfig>,
    },
  )
}

const ids = (items: readonly Item[] | undefined) => items?.map(({ _id }) => _id)

test('reads the first page, and one more each time it is asked for', async () => {
  const { result, rerender } = open()
  expect(result.current).toMatchObject({ items: undefined, isLoading: true, failure: null })
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2']))
  expect(result.current).toMatchObject({ total: 5, hasMore: true, isLoading: false })
  rerender({ search: { current: 2 } })
  expect(ids(result.current.items)).toEqual(['p1', 'p2'])
  expect(result.current.isLoading).toBe(true)
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2', 'p3', 'p4']))
  rerender({ search: { current: 3 } })
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']))
  expect(result.current).toMatchObject({ hasMore: false, isLoading: false })
  expect(asked.map(({ current }) => current)).toEqual([1, 2, 3])
})

test('a total at its bound has a next page as long as pages are full', async () => {
  vi.mocked(callApi).mockImplementation((async ({ query }: Asked) => {
    const start = (query.current - 1) * query.pageSize
    return { data: people(501 * 2 + 1).slice(start, start + query.pageSize), total: LIST_TOTAL_MAX }
  }) as unknown as typeof callApi)
  const { result, rerender } = open({ current: 500 })
  await waitFor(() => expect(result.current.items).toHaveLength(1000))
  expect(result.current.hasMore).toBe(true)
  rerender({ search: { current: 502 } })
  await waitFor(() => expect(result.current.items).toHaveLength(1003))
  expect(result.current.hasMore).toBe(false)
})

test('a list with places goes on from the last item, and ends where there is no place', async () => {
  const queries: unknown[] = []
  vi.mocked(callApi).mockImplementation((async ({ query }: Asked & { query: { after?: string } }) => {
    queries.push(query.after)
    const start = query.after === undefined ? 0 : Number(query.after)
    const next = start + query.pageSize < 5 ? String(start + query.pageSize) : null
    return { data: people(5).slice(start, start + query.pageSize), total: LIST_TOTAL_MAX, next }
  }) as unknown as typeof callApi)
  const { result } = open({ current: 10 })
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']))
  expect(result.current.hasMore).toBe(false)
  expect(queries).toEqual([undefined, '2', '4'])
})

test('a list with places goes on to its end though items of its first page are deleted meanwhile', async () => {
  let left = people(6)
  vi.mocked(callApi).mockImplementation((async ({ query }: Asked & { query: { after?: string } }) => {
    const start = left.findIndex(({ _id }) => _id === query.after) + 1
    const data = left.slice(start, start + query.pageSize)
    return { data, total: left.length, next: data.length === query.pageSize ? data.at(-1)?._id : null }
  }) as unknown as typeof callApi)
  const { result, rerender } = open()
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2']))
  left = left.filter(({ _id }) => _id !== 'p1' && _id !== 'p3')
  rerender({ search: { current: 2 } })
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2', 'p4', 'p5']))
  expect(result.current).toMatchObject({ total: 4, hasMore: true })
  rerender({ search: { current: 3 } })
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2', 'p4', 'p5', 'p6']))
  expect(result.current.hasMore).toBe(false)
})

test('an address that names a later page shows all pages up to it, and no more than there are', async () => {
  const { result } = open({ current: 100_000 })
  await waitFor(() => expect(ids(result.current.items)).toHaveLength(5))
  expect(asked.map(({ current }) => current)).toEqual([1, 2, 3])
})

test('asks in the order and size of the address', async () => {
  const { result, rerender } = open({ sortBy: 'name', sort: 'asc', pageSize: 3 })
  await waitFor(() => expect(ids(result.current.items)).toHaveLength(3))
  expect(asked).toEqual([{ current: 1, pageSize: 3, sortBy: 'name', sort: 'asc' }])
  rerender({ search: { sort: 'desc' } })
  expect(result.current.items).toBeUndefined()
  await waitFor(() => expect(ids(result.current.items)).toHaveLength(2))
})

test('another list never shows the items of the one before', async () => {
  const { result, rerender } = open()
  await waitFor(() => expect(result.current.items).toBeDefined())
  rerender({ search: {}, path: '/others' })
  expect(result.current.items).toBeUndefined()
})

test('a first page that fails is told, and read again on demand', async () => {
  server.failing.set(1, new ConnectionError('away'))
  const { result } = open()
  await waitFor(() => expect(result.current.failure).toContain('cannot be reached'))
  expect(result.current.items).toBeUndefined()
  server.failing.clear()
  act(() => result.current.retry())
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2']))
  expect(result.current.failure).toBeNull()
})

test('a later page that fails takes nothing from the pages before it', async () => {
  const { result, rerender } = open()
  await waitFor(() => expect(result.current.items).toBeDefined())
  server.failing.set(2, new Error('broken'))
  rerender({ search: { current: 2 } })
  await waitFor(() => expect(result.current.failure).not.toBeNull())
  expect(ids(result.current.items)).toEqual(['p1', 'p2'])
  server.failing.clear()
  act(() => result.current.retry())
  await waitFor(() => expect(ids(result.current.items)).toHaveLength(4))
  expect(asked.map(({ current }) => current)).toEqual([1, 2, 2])
})

test('a start without a connection shows the pages that were kept', async () => {
  const { result, unmount } = open({ current: 2 })
  await waitFor(() => expect(ids(result.current.items)).toHaveLength(4))
  unmount()
  for (const page of [1, 2, 3]) server.failing.set(page, new ConnectionError('away'))
  const later = open({ current: 3 })
  expect(ids(later.result.current.items)).toHaveLength(4)
  await waitFor(() => expect(later.result.current.failure).toContain('cannot be reached'))
  expect(ids(later.result.current.items)).toHaveLength(4)
})

test('a list that is not kept is not shown from before: its failure is told', async () => {
  const { result, unmount } = open({}, false)
  await waitFor(() => expect(ids(result.current.items)).toHaveLength(2))
  unmount()
  expect(localStorage.length).toBe(0)
  server.failing.set(1, new ConnectionError('away'))
  const later = open({}, false)
  await waitFor(() => expect(later.result.current.failure).toContain('cannot be reached'))
  expect(later.result.current.items).toBeUndefined()
})

test('an item that moves to another page stands in the list once', async () => {
  const { result, rerender } = open()
  await waitFor(() => expect(result.current.items).toBeDefined())
  server.people.unshift({ _id: 'new' })
  rerender({ search: { current: 2 } })
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2', 'p3']))
})

test('loads a failed page again when the connection is back', async () => {
  for (const page of [2, 3]) server.failing.set(page, new ConnectionError('away'))
  const { result } = open({ current: Infinity })
  await waitFor(() => expect(result.current.failure).not.toBeNull())
  server.failing.clear()
  act(() => {
    serverMissed()
    serverReached()
  })
  await waitFor(() => expect(ids(result.current.items)).toHaveLength(5))
  expect(asked.map(({ current }) => current)).toEqual([1, 2, 2, 3])
})

test('pages that were kept are read again when the connection is back, all of them', async () => {
  const { result, unmount } = open()
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2']))
  unmount()
  server.people.unshift({ _id: 'new' })
  for (const page of [1, 2]) server.failing.set(page, new ConnectionError('away'))
  const later = open({ current: 2 })
  await waitFor(() => expect(later.result.current.failure).toContain('cannot be reached'))
  expect(ids(later.result.current.items)).toEqual(['p1', 'p2'])
  server.failing.clear()
  act(() => {
    serverMissed()
    serverReached()
  })
  await waitFor(() => expect(ids(later.result.current.items)).toEqual(['new', 'p1', 'p2', 'p3']))
})

test('a list that was kept whole is read again when the connection is back', async () => {
  const { result, unmount } = open()
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2']))
  unmount()
  server.people.unshift({ _id: 'new' })
  server.failing.set(1, new ConnectionError('away'))
  const later = open()
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(later.result.current).toMatchObject({ failure: null, error: undefined })
  await waitFor(() => expect(later.result.current.isLoading).toBe(false))
  server.failing.clear()
  await act(async () => {})
  act(() => {
    serverMissed()
    serverReached()
  })
  await waitFor(() => expect(ids(later.result.current.items)).toEqual(['new', 'p1']))
  expect(asked).toHaveLength(3)
})

test('a connection that comes and goes begins no second read beside the first', async () => {
  server.failing.set(1, new ConnectionError('away'))
  const { result } = open()
  await waitFor(() => expect(result.current.failure).not.toBeNull())
  server.failing.clear()
  act(() => {
    for (const change of [serverMissed, serverReached, serverMissed, serverReached]) change()
  })
  await waitFor(() => expect(ids(result.current.items)).toEqual(['p1', 'p2']))
  expect(asked).toHaveLength(2)
})

test('reads all pages again when it is asked to', async () => {
  const { result } = open({ current: 2 })
  await waitFor(() => expect(ids(result.current.items)).toHaveLength(4))
  server.people.unshift({ _id: 'new' })
  await act(() => result.current.reload())
  expect(ids(result.current.items)).toEqual(['new', 'p1', 'p2', 'p3'])
})
