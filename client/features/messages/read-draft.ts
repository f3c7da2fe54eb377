import { readFormDraft, removeFormDraft } from '../../form-draft.ts'
import type { Sync } from '../../with-sync.tsx'
import { spaceOfConversation } from '@vesper/sync/records/spaces.ts'
import type { Draft, Upload } from '@vesper/sync/store.ts'
import type { Attachment } from './composer-model.ts'
import { draftKey } from './draft-key.ts'
import { isEcho } from './draft-echo.ts'
import type { Made } from './draft-echo.ts'
import { keepPreview } from './local-previews.ts'
import { unsentMessages } from './unsent-messages.ts'

type Restored = { text: string; attachments: Attachment[] }

const RECENT = 20

/** What was being written in a conversation, with its files as far as this device still holds them. */
export async function readDraft(sync: Sync, conversationId: string): Promise<Restored> {
  const key = draftKey(conversationId)
  const draft = newest(await sync.db.drafts.get(key), jotted(key))
  if (!draft) return { text: '', attachments: [] }
  if (isEcho(draft, await lastMade(sync, conversationId))) {
    await sync.removeDraft(key)
    removeFormDraft(key)
    return { text: '', attachments: [] }
  }
  return { text: draft.text, attachments: await attachmentsOf(sync, draft.fileIds) }
}

/** What a page that went away noted last, see `use-draft.ts`. */
function jotted(key: string): Pick<Draft, 'text' | 'updatedAt'> | null {
  const { text, updatedAt } = readFormDraft<{ text: string; updatedAt: string }>(key)
  return typeof text === 'string' && typeof updatedAt === 'string' ? { text, updatedAt } : null
}

function newest(draft: Draft | undefined, note: Pick<Draft, 'text' | 'updatedAt'> | null): Omit<Draft, 'key'> | null {
  if (!note || (draft && draft.updatedAt >= note.updatedAt)) return draft ?? null
  return { ...note, fileIds: draft?.fileIds ?? [] }
}

/** Attachments for files that were attached before. */
export async function attachmentsOf(sync: Sync, fileIds: Draft['fileIds']): Promise<Attachment[]> {
  const uploads = await sync.db.uploads.bulkGet(fileIds)
  const held = uploads.filter((upload) => upload !== undefined)
  return Promise.all(held.map((upload) => attachmentOf(sync, upload)))
}

async function attachmentOf(sync: Sync, upload: Upload): Promise<Attachment> {
  const { fileId, name, mimeType } = upload
  const blob = await sync.db.blobs.get(fileId)
  const previewUrl = blob ? keepPreview(fileId, new Blob([blob.bytes], { type: mimeType })) : null
  const type = mimeType.startsWith('video/') ? 'video' : 'photo'
  return { fileId, name, type, state: 'ready', previewUrl, reason: null }
}

async function lastMade(sync: Sync, conversationId: string): Promise<Made[]> {
  const lane = spaceOfConversation(conversationId)
  const queued = [...unsentMessages(await sync.db.outbox.where('lane').equals(lane).toArray()).values()]
  const rows = await sync.db.messages
    .where('[conversationId+seq]')
    .between([conversationId, 0], [conversationId, Infinity])
    .reverse()
    .limit(RECENT)
    .toArray()
  return [
    ...queued.map(({ args }) => args),
    ...rows.map(({ _id, text, files }) => ({ _id, text, fileIds: files.map((file) => file._id) })),
  ]
}
