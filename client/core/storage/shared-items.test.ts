import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSharedItem, readSharedItem, removeSharedItem, removeSharedItemsOf } from './shared-items.ts'
import type { SharedItem } from './shared-items.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(0)
})
afterEach(async () => {
  for (const id of 'abcdefg') await removeSharedItem(id)
  vi.restoreAllMocks()
})

test('an account that leaves makes no database for shared items', async () => {
  await new Promise((resolve) => (indexedDB.deleteDatabase('vesper-shared').onsuccess = resolve))
  await removeSharedItemsOf('ada')
  expect(await indexedDB.databases()).toEqual([])
})

test('a shared item is for the account that was signed in, and without one for the next', async () => {
  await keep({ id: 'a', account: 'ada', at: 1 })
  await keep({ id: 'b', account: null, at: 0 })
  expect((await readSharedItem('ada'))?.id).toBe('a')
  expect((await readSharedItem('bob'))?.id).toBe('b')
  expect(await readSharedItem('bob', 'a')).toBeNull()
  expect((await readSharedItem(null))?.id).toBe('b')
})

test('an account that leaves takes its items along, and no others', async () => {
  await keep({ id: 'a', account: 'ada' })
  await keep({ id: 'b', account: null })
  await keep({ id: 'c', account: 'cem' })
  await removeSharedItemsOf('ada')
  expect(await readSharedItem('ada', 'a')).toBeNull()
  expect((await readSharedItem('ada'))?.id).toBe('b')
  expect((await readSharedItem('cem', 'c'))?.id).toBe('c')
})

test('an item that nobody has come back for goes after 30 days', async () => {
  await keep({ id: 'a', account: 'ada' })
  isNow(30 * DAY_MS - 1)
  expect((await readSharedItem('ada', 'a'))?.id).toBe('a')
  isNow(30 * DAY_MS)
  expect(await readSharedItem('ada', 'a')).toBeNull()
  isNow(0)
  expect(await readSharedItem('ada', 'a')).toBeNull()
})

test('an item of nobody goes after an hour', async () => {
  await keep({ id: 'a' })
  isNow(HOUR_MS - 1)
  expect((await readSharedItem('ada', 'a'))?.id).toBe('a')
  isNow(HOUR_MS)
  expect(await readSharedItem('ada', 'a')).toBeNull()
})

test('five items wait for an account, and a sixth is not kept until one of them has gone', async () => {
  for (const id of 'abcd') expect(await keep({ id, account: 'ada' })).toBe(true)
  expect(await keep({ id: 'e' })).toBe(true)
  expect(await keep({ id: 'f', account: 'ada' })).toBe(false)
  expect((await readSharedItem('ada', 'a'))?.id).toBe('a')
  expect(await readSharedItem('ada', 'f')).toBeNull()
  expect(await keep({ id: 'g', account: 'cem' })).toBe(true)
  await removeSharedItem('a')
  expect(await keep({ id: 'f', account: 'ada' })).toBe(true)
})

function isNow(at: number): void {
  vi.mocked(Date.now).mockReturnValue(at)
}

function keep(item: Partial<SharedItem>): Promise<boolean> {
  return keepSharedItem({ id: 'a', account: null, at: 0, text: '', files: [], ...item })
}
