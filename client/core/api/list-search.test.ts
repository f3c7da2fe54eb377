import { expect, test } from 'vitest'
import { listSearch, withNextPage } from './list-search.ts'

const followers = listSearch(['updatedAt', 'name'])

test('reads page, size and order from the address query', () => {
  const search = { current: 3, pageSize: 50, sortBy: 'name', sort: 'asc' }
  expect(followers(search)).toEqual(search)
  expect(followers({})).toEqual({})
})

test.each([
  { current: -1 },
  { current: 0 },
  { current: 1.5 },
  { current: '2' },
  { current: Number.NaN },
  { current: 1e12 },
  { current: [1] },
  { pageSize: 0 },
  { pageSize: 101 },
  { sortBy: 'password' },
  { sortBy: 'constructor' },
  { sortBy: ['name'] },
  { sort: 'x' },
  { sort: true },
  { other: 'y' },
])('brings $0 back to the default', (search) => {
  expect(followers(search)).toEqual({})
  expect(followers({ pageSize: 20, ...search }).pageSize ?? 20).toBe(20)
  // The router lays the answer over the search as it was typed.
  expect({ ...search, ...followers(search), other: undefined }).toEqual({})
})

test('one more page keeps the rest of the address', () => {
  expect(withNextPage({ sort: 'asc' as const })).toEqual({ sort: 'asc', current: 2 })
  expect(withNextPage({ current: 2, pageSize: 10 })).toEqual({ current: 3, pageSize: 10 })
})
