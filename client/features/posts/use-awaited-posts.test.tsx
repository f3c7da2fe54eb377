// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { renderHook, waitFor } from '@testing-library/react'
import { Dexie } from 'dexie'
import { afterEach, expect, test } from 'vitest'
import { accountKey, storeJson } from '../../core/storage/local-storage.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useAwaitedPosts } from './use-awaited-posts.ts'

const db = new Dexie('awaited') as Sync['db']
db.version(1).stores({ follows: '_id', spaces: 'space', creators: '_id' })

afterEach(async () => {
  localStorage.clear()
  await db.delete()
})

test('the posts seen of a creator who was followed without a connection are there until the sync has brought them', async () => {
  const post = (fields: object) => ({ status: 'published', isLocked: false, ...fields })
  const seen = [
    post({ _id: 'old', publishedAt: '2026-11-01T00:00:00Z' }),
    post({ _id: 'new', publishedAt: '2026-11-02T00:00:00Z' }),
    post({ _id: 'locked', publishedAt: '2026-11-03T00:00:00Z', isLocked: true }),
  ]
  storeJson(accountKey('kept', 'me', '/user/feeds/search/mara?pageSize=20'), { data: seen, total: 3 })
  await db.table('follows').bulkPut([{ _id: 'mara' }, { _id: 'teo' }])
  await db.table('creators').bulkPut([{ _id: 'mara' }, { _id: 'teo' }])
  await db.table('spaces').put({ space: 'p:teo' })
  const { result } = renderHook(() => useAwaitedPosts({ db }, 'me'))
  await waitFor(() => expect(result.current?.creators).toEqual([{ _id: 'mara' }]))
  expect(result.current?.posts.map(({ _id }) => _id)).toEqual(['new', 'old'])
  await db.table('spaces').put({ space: 'p:mara' })
  await waitFor(() => expect(result.current).toEqual({ creators: [], posts: [] }))
})
