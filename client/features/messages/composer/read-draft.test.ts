import type { Draft } from '@vesper/sync/engine/store.ts'
import { expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { draftKey } from './draft-key.ts'
import { readDraft } from './read-draft.ts'

const noted = vi.hoisted(() => ({ note: {} as Record<string, unknown> }))
vi.mock('../../../core/forms/form-draft-storage.ts', () => ({ tabForms: { read: () => noted.note, remove: () => {} } }))

const message = { _id: 'm', senderId: 'me', text: 'ok', files: [] }

/** A device with the message 'ok' and this draft. */
function deviceWith(draft: Draft | undefined) {
  const rows = { reverse: () => rows, limit: () => rows, toArray: async () => [message] }
  const none = { equals: () => none, toArray: async () => [] }
  const db = {
    drafts: { get: async () => draft },
    conversations: { get: async () => ({ recipient: { _id: 'you' } }) },
    outbox: { where: () => none },
    messages: { where: () => ({ between: () => rows }) },
    uploads: { bulkGet: async () => [] },
  }
  return { db, removeDraft: vi.fn(async () => {}) } as unknown as Sync
}

const stored = (rest: Partial<Draft> = {}): Draft => {
  return { key: draftKey('c'), text: 'ok', fileIds: [], updatedAt: '2026-11-21T09:00:00.000Z', ...rest }
}

test.each([
  { what: 'kept while its message was made is an echo of it', draft: stored({ sentAs: 'm' }), text: '' },
  { what: 'noted while its message was made, too', note: { text: 'ok', sentAs: 'm' }, text: '' },
  { what: 'in the same words as a message of another clock is none', draft: stored(), text: 'ok' },
  { what: 'typed anew is none, whatever was noted', note: { text: 'ok', sentAs: 'm' }, draft: stored(), text: 'ok' },
])('a draft $what', async ({ note = {}, draft, text }) => {
  noted.note = note
  expect(await readDraft(deviceWith(draft), 'c')).toMatchObject({ text })
})
