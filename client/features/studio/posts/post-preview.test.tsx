// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { fileRecord } from '../../../testing/file-record.ts'
import { PostPreview, queuedFile } from './post-preview.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
const kept = vi.hoisted(() => ({ files: [] as unknown[] }))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock('../drafts/attach-to-draft.ts', () => ({
  keepFile: async (place: { purpose: string }, fileId: string) => void kept.files.push([place.purpose, fileId]),
}))

const mutate = vi.fn(async () => {})

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  const { db } = await openDatabase(v7(), vesperModel)
  engine.sync = { db, mutate } as unknown as Sync
  kept.files.length = 0
  mutate.mockClear()
})
afterEach(() => {
  cleanup()
  engine.sync.db.close()
})

const post = (given: Partial<Post> = {}): Post => ({
  ...{ _id: v7(), performerId: v7(), seq: 1, status: 'published', access: 'paid', price: 5, isLocked: false },
  ...noContent,
  ...{ scheduledAt: null, publishedAt: '2026-11-26T09:00:00.000Z', createdAt: '', updatedAt: '', ...given },
})

function show(of: Post): void {
  render(
    <I18nProvider i18n={i18n}>
      <PostPreview post={of} records={[]} />
    </I18nProvider>,
  )
}

test('a chosen thumbnail is kept for its purpose, and the change is queued with its id', async () => {
  const shown = post()
  show(shown)
  const input = document.querySelector('input[accept="image/*"]')
  fireEvent.change(input as Element, { target: { files: [new File(['x'], 'pier.jpg', { type: 'image/jpeg' })] } })
  await waitFor(() => expect(mutate).toHaveBeenCalledOnce())
  const [[purpose, fileId]] = kept.files as [[string, string]]
  expect(purpose).toBe('feed-thumbnail')
  expect(mutate).toHaveBeenCalledWith('post.update', { _id: shown._id, changes: { thumbnailId: fileId } })
})

test('a thumbnail is removed, and the teaser stays', async () => {
  const shown = post({ thumbnail: fileRecord({ type: 'photo' }), teaser: fileRecord({ type: 'video' }) })
  show(shown)
  fireEvent.click(screen.getByRole('button', { name: 'Remove the thumbnail' }))
  await waitFor(() =>
    expect(mutate).toHaveBeenCalledExactlyOnceWith('post.update', { _id: shown._id, changes: { thumbnailId: null } }),
  )
})

test('a queued file stands for the stored one, unless it was refused', () => {
  const [_id, first, last] = [v7(), v7(), v7()]
  const change = (teaserId: string | null, state: 'waiting' | 'rejected' = 'waiting') => ({
    ...{ name: 'post.update', state, args: { _id, changes: { teaserId } } },
  })
  expect(queuedFile([], 'teaserId', 'stored')).toBe('stored')
  expect(queuedFile([change(first), change(last)], 'teaserId', 'stored')).toBe(last)
  expect(queuedFile([change(first), change(null)], 'teaserId', 'stored')).toBeNull()
  expect(queuedFile([change(first, 'rejected')], 'teaserId', 'stored')).toBe('stored')
  expect(queuedFile([change(first)], 'thumbnailId', null)).toBeNull()
})
