import type { Draft } from '@vesper/sync/engine/store.ts'
import { expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { rememberChosen } from '../../../entities/library/chosen-files.ts'
import { fileRecord } from '../../../testing/file-record.ts'
import { draftKey } from './draft-key.ts'
import { readDraft } from './read-draft.ts'

const noted = vi.hoisted(() => ({ note: {} as Record<string, unknown> }))
vi.mock('../../../core/forms/form-draft-storage.ts', () => ({ tabForms: { read: () => noted.note, remove: () => {} } }))

vi.mock(import('../../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => ({ _id: 'me' }) as never,
}))

const message = { _id: 'm', senderId: 'me', text: 'ok', files: [] }

/** A device with the message 'ok', this draft and these files. */
function deviceWith(draft: Draft | undefined, uploads: object[] = []) {
  const rows = { reverse: () => rows, limit: () => rows, toArray: async () => [message] }
  const none = { equals: () => none, toArray: async () => [] }
  const db = {
    drafts: { get: async () => draft },
    conversations: { get: async () => ({ recipient: { _id: 'you' } }) },
    outbox: { where: () => none },
    messages: { where: () => ({ between: () => rows }) },
    uploads: { bulkGet: async () => uploads },
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

test('a draft names its files of the library in their places, also those that this device does not know', async () => {
  noted.note = {}
  rememberChosen([fileRecord({ _id: 'chosen', type: 'photo', thumbnailUrl: '/thumb' })])
  const { attachments } = await readDraft(deviceWith(stored({ fileIds: ['unknown', 'chosen'] })), 'c')
  expect(attachments).toEqual([
    { fileId: 'unknown', name: '', type: 'photo', state: 'ready', previewUrl: null, reason: null },
    { fileId: 'chosen', name: '', type: 'photo', state: 'ready', previewUrl: '/thumb', reason: null },
  ])
})

test.each([
  ['audio/webm', 'audio'],
  ['video/mp4', 'video'],
  ['image/gif', 'photo'],
])('a file of %s comes back from a draft as %s', async (mimeType, type) => {
  noted.note = {}
  const uploads = [{ fileId: 'f', name: 'a', mimeType, width: null, height: null }]
  const { attachments } = await readDraft(deviceWith(stored({ fileIds: ['f'] }), uploads), 'c')
  expect(attachments).toMatchObject([{ fileId: 'f', type }])
})
