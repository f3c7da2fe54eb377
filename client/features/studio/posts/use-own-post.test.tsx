import { act, cleanup, renderHook } from '@testing-library/react'
// @vitest-environment happy-dom
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import type { Contents } from '../../../core/sync/list-availability.ts'
import { useOwnPost } from './use-own-post.ts'

const sync = vi.hoisted(() => ({ db: null as unknown, storePage: async () => {} }))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => sync }))
vi.mock(import('../../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const asked = vi.mocked(callApi)

beforeEach(() => {
  const db = new Dexie('own-post')
  db.version(1).stores({ posts: '_id', 'post-drafts': '_id', outbox: '++order, lane' })
  sync.db = Object.assign(db, { posts: db.table('posts'), 'post-drafts': db.table('post-drafts') })
})
afterEach(async () => {
  cleanup()
  asked.mockReset()
  await (sync.db as Dexie).delete()
})

test.each([
  ['is not found', new Refusal('not-found', ''), 'missing'],
  ['is somebody else’s', new Refusal('forbidden', ''), 'missing'],
  ['has an address that cannot be', new Refusal('invalid', ''), 'missing'],
  ['was asked for too often', new Refusal('rate-limited', ''), 'failed'],
  ['made the server stumble', new Refusal('unavailable', ''), 'failed'],
])('a post that %s is told of as that, and as nothing else', async (_what, refusal, state) => {
  asked.mockRejectedValue(refusal)
  const { page } = shown('here')
  await expect.poll(() => page.current.state).toBe(state)
  if (page.current.state !== 'failed') return
  asked.mockRejectedValue(new Refusal('not-found', ''))
  act(page.current.onRetry)
  await expect.poll(() => page.current).toMatchObject({ state: 'missing', isOffline: false })
})

test('without a line it is said that this device lacks the post', async () => {
  asked.mockRejectedValue(new ConnectionError('The server cannot be reached.'))
  const { page } = shown('away')
  await expect.poll(() => page.current).toMatchObject({ state: 'missing', isOffline: true })
})

test('a post that the server has is not called removed while this device is still being filled', async () => {
  asked.mockResolvedValue({})
  const { page, know } = shown('coming')
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(page.current.state).toBe('loading')
  know('here')
  expect(page.current.state).toBe('loading')
  await expect.poll(() => asked.mock.calls.length).toBe(2)
  await expect.poll(() => page.current.state).toBe('missing')
})

test('a post that cannot be put on this device now has not been removed', async () => {
  asked.mockResolvedValue({})
  const { page } = shown('away')
  await expect.poll(() => page.current.state).toBe('failed')
})

function shown(contents: Contents) {
  const { result, rerender } = renderHook((known: Contents) => useOwnPost('p', { isOffline: false, contents: known }), {
    initialProps: contents,
  })
  return { page: result, know: rerender }
}
