// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { renderHook, waitFor } from '@testing-library/react'
import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { Dexie } from 'dexie'
import { afterEach, expect, test } from 'vitest'
import { accountKey, storeJson } from '../../core/storage/stored-values.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useAwaitedPosts } from './use-awaited-posts.ts'

const db = new Dexie('awaited') as Sync['db']
db.version(1).stores({ follows: '_id', spaces: 'space', creators: '_id' })

const [OLD, NEW, MARA] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]

afterEach(async () => {
  localStorage.clear()
  await db.delete()
})

test('the posts seen of a creator who was followed without a connection are there until the sync has brought them', async () => {
  const seen = [
    post({ _id: OLD, publishedAt: '2026-11-01T00:00:00Z' }),
    post({ _id: NEW, publishedAt: '2026-11-02T00:00:00Z' }),
    post({ _id: crypto.randomUUID(), publishedAt: '2026-11-03T00:00:00Z', isLocked: true }),
  ]
  storeJson(accountKey('kept', 'me', '/user/feeds/search/mara?pageSize=20'), { data: seen, total: 3 })
  await db.table('follows').bulkPut([{ _id: 'mara' }, { _id: 'teo' }])
  await db.table('creators').bulkPut([{ _id: 'mara' }, { _id: 'teo' }])
  await db.table('spaces').put({ space: 'p:teo' })
  const { result } = renderHook(() => useAwaitedPosts({ db }, 'me'))
  await waitFor(() => expect(result.current?.creators).toEqual([{ _id: 'mara' }]))
  expect(result.current?.posts.map(({ _id }) => _id)).toEqual([NEW, OLD])
  await db.table('spaces').put({ space: 'p:mara' })
  await waitFor(() => expect(result.current).toEqual({ creators: [], posts: [] }))
})

function post(fields: Partial<FeedPost>): FeedPost {
  return {
    _id: OLD,
    performerId: MARA,
    seq: 1,
    status: 'published',
    access: 'public',
    price: 0,
    isLocked: false,
    text: 'A post',
    files: [],
    fileCount: 0,
    thumbnail: null,
    teaser: null,
    cover: null,
    poll: null,
    tags: [],
    isPinned: false,
    likes: 0,
    comments: 0,
    views: 0,
    votes: null,
    voters: 0,
    scheduledAt: null,
    publishedAt: null,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    performer: { _id: MARA, name: 'Mara', username: 'mara', avatar: null, isPerformer: true },
    ...fields,
  }
}
