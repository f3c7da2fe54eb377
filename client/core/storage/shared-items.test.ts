import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { keepSharedItem, readSharedItem, removeSharedItem, removeSharedItemsOf } from './shared-items.ts'
import type { SharedItem } from './shared-items.ts'

const DAY_MS = 86_400_000

afterEach(async () => {
  for (const id of ['a', 'b', 'c']) await removeSharedItem(id)
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

test('an item that nobody has come back for goes after 30 days, with the next one', async () => {
  await keep({ id: 'a', at: 0 })
  await keep({ id: 'b', at: 30 * DAY_MS })
  expect((await readSharedItem(null, 'a'))?.id).toBe('a')
  await keep({ id: 'c', at: 30 * DAY_MS + 1 })
  expect(await readSharedItem(null, 'a')).toBeNull()
  expect((await readSharedItem(null, 'b'))?.id).toBe('b')
})

function keep(item: Partial<SharedItem>): Promise<void> {
  return keepSharedItem({ id: 'a', account: null, at: 0, text: '', files: [], ...item })
}
