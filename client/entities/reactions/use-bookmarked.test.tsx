import { cleanup, renderHook, waitFor } from '@testing-library/react'
// @vitest-environment happy-dom
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useBookmarked } from './use-bookmarked.ts'

const outside = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => outside.sync }))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock(import('../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => null,
}))

const answer = v.object({ data: v.array(v.object({ _id: v.string() })), total: v.number() })

beforeEach(async () => {
  localStorage.clear()
  const { db } = await openDatabase(v7(), vesperModel)
  outside.sync = { db } as unknown as Sync
})
afterEach(() => {
  cleanup()
  outside.sync.db.close()
})

/** A start of the app: its memory is empty. */
function open() {
  const cache = new Map()
  return renderHook(() => useBookmarked({ objectType: 'feed', path: '/reactions/feeds/bookmark', answer }), {
    wrapper: ({ children }) => <SWRConfig value={{ provider: () => cache }}>{children}</SWRConfig>,
  })
}

test('a kept list tells of no bookmark that its object is gone', async () => {
  vi.mocked(callApi).mockResolvedValueOnce({ data: [], total: 0 })
  const before = open()
  await waitFor(() => expect(before.result.current?.isWhole).toBe(true))
  before.unmount()
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('away'))
  await outside.sync.db.reactions.put({
    ...{ _id: v7(), action: 'bookmark', objectType: 'feed', objectId: 'post', userId: 'me' },
    createdAt: '2026-11-21T09:00:00.000Z',
  } as never)
  const { result } = open()
  await waitFor(() => expect(callApi).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(result.current?.ids).toEqual(['post']))
  await waitFor(() => expect(result.current?.isWhole).toBe(false))
})
