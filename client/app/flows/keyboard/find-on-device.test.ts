// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { syncWithoutLine } from '../../../testing/sync-without-line.ts'
import { findOnDevice } from './find-on-device.ts'

const engine = vi.hoisted(() => ({ sync: null as unknown }))
vi.mock('../../../core/sync/sync.ts', () => ({ openedSync: async () => engine.sync }))

test('finds creators, conversations and open posts by their words, and nothing that is locked', async () => {
  const sync = await syncWithoutLine()
  engine.sync = sync
  const [ada, bo] = ['Ada Vase', 'Bo'].map((name, index) => ({ _id: `c${index}`, name, username: `u${index}` }))
  await sync.db.creators.bulkPut([ada, bo] as never)
  await sync.db.conversations.put({
    _id: 't',
    recipient: bo,
    updatedAt: '2026',
    lastMessage: { text: 'the vase', isDeleted: false },
  } as never)
  const post = { performerId: 'c1', status: 'published', tags: [], publishedAt: '2026' }
  await sync.db.posts.bulkPut([
    { ...post, _id: 'open', text: 'A vase of ash', isLocked: false },
    { ...post, _id: 'locked', text: 'A vase of gold', isLocked: true },
  ] as never)
  expect(await findOnDevice('vase')).toEqual([
    { kind: 'creator', path: '/u0', name: 'Ada Vase' },
    { kind: 'conversation', path: '/messages/t', name: 'Bo' },
    { kind: 'post', path: '/posts/open', name: 'Bo: A vase of ash' },
  ])
  expect(await findOnDevice('gold')).toEqual([])
  expect(await findOnDevice(' ')).toEqual([])
})
