import type { Draft } from '@vesper/sync/store.ts'
import { expect, test, vi } from 'vitest'
import type { Sync } from '../../with-sync.tsx'
import { draftKey } from './draft-key.ts'
import { readDraft } from './read-draft.ts'

const noted = vi.hoisted(() => ({ note: {} as Record<string, unknown> }))
vi.mock('../../kept-forms.ts', () => ({ tabForms: { read: () => noted.note, remove: () => {} } }))

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
  ['kept while its message was made is an echo of it', {}, stored({ sentAs: 'm' }), ''],
  ['noted while its message was made, too', { text: 'ok', sentAs: 'm' }, undefined, ''],
  ['in the same words as a message of another clock is none', {}, stored(), 'ok'],
  ['typed anew is none, whatever a page that went away has noted', { text: 'ok', sentAs: 'm' }, stored(), 'ok'],
])('[DRAFT-8] a draft %s', async (_what, note, draft, text) => {
  noted.note = note
  expect(await readDraft(deviceWith(draft), 'c')).toMatchObject({ text })
})
