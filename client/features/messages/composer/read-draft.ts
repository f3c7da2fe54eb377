import type { Draft, Upload } from '@vesper/sync/engine/store.ts'
import { spaceOfConversation } from '@vesper/sync/vesper/records/spaces.ts'
import { tabForms } from '../../../core/forms/form-draft-storage.ts'
import { attachmentType } from '../../../core/media/attachment-problem.ts'
import { keepShape, uploadPreviewOf } from '../../../core/media/upload-previews.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { chosenFile } from '../../../entities/library/chosen-files.ts'
import { attachmentOfChosen } from './attachment-of-chosen.ts'
import type { Attachment } from './composer-model.ts'
import { draftKey } from './draft-key.ts'
import { isEcho } from './is-draft-already-sent.ts'
import type { Made } from './is-draft-already-sent.ts'
import { mergeText, noWords } from './merge-draft.ts'
import type { Words } from './merge-draft.ts'
import { unsentMessages } from './unsent-messages.ts'

/** `base` is what is stored; the rest goes into the box. */
type Restored = { base: Words; text: string; attachments: Attachment[] }

/** A stored draft, and whether its message has been sent already. */
export type SeenDraft = { draft: Draft | undefined; isEcho: boolean }

/** The last note of a closed page, see `DraftKeeper.leave`: its box, and the stored text it came from. */
type Note = Pick<Draft, 'text' | 'sentAs'> & { base: string }

type Kept = Pick<Draft, 'text' | 'fileIds' | 'sentAs'>

const RECENT = 20

/** The draft of a conversation, with its files. */
export async function readDraft(sync: Sync, conversationId: string): Promise<Restored> {
  const key = draftKey(conversationId)
  const stored = await sync.db.drafts.get(key)
  const draft = withNote(stored, jotted(key))
  const nothing = { base: stored ?? noWords, text: '', attachments: [] }
  if (!draft) return nothing
  if (isEcho(draft, await lastMade(sync, conversationId))) {
    await sync.removeDraft(key)
    tabForms.remove(key)
    return { ...nothing, base: noWords }
  }
  return { base: stored ?? noWords, text: draft.text, attachments: await attachmentsOf(sync, draft.fileIds) }
}

/** The stored draft as it is now, for a live query. */
export async function lookAtDraft(sync: Sync, conversationId: string): Promise<SeenDraft> {
  const draft = await sync.db.drafts.get(draftKey(conversationId))
  return { draft, isEcho: draft !== undefined && isEcho(draft, await lastMade(sync, conversationId)) }
}

function jotted(key: string): Note | null {
  const { text, base = '', ...rest } = tabForms.read(key) as Partial<Note>
  return typeof text === 'string' ? { ...rest, text, base } : null
}

function withNote(draft: Draft | undefined, note: Note | null): Kept | null {
  if (!note) return draft ?? null
  const text = mergeText({ base: note.base, mine: note.text, theirs: draft?.text ?? '' })
  // The stored draft may be newer than the note, and written anew in the same words.
  const { sentAs } = draft?.text === text ? draft : note
  return { text, fileIds: draft?.fileIds ?? [], ...(sentAs !== undefined && { sentAs }) }
}

/**
 * Attachments for files that were attached before. Their bytes are read where they are shown: a text does not wait for a video.
 * A file that this device neither holds nor knows is one of the library, chosen elsewhere or long ago: the message names it
 * all the same, without a picture here.
 */
export async function attachmentsOf(sync: Sync, fileIds: readonly string[]): Promise<Attachment[]> {
  const uploads = await sync.db.uploads.bulkGet([...fileIds])
  return fileIds.flatMap((fileId, index) => {
    const upload = uploads[index]
    if (upload) return attachmentOf(upload)
    const chosen = chosenFile(fileId)
    return chosen ? attachmentOfChosen(chosen) : unknownAttachment(fileId)
  })
}

function attachmentOf(upload: Upload): Attachment {
  const { fileId, name, mimeType } = upload
  keepShape(fileId, upload)
  const type = attachmentType(mimeType) ?? 'photo'
  return { fileId, name, type, state: 'ready', previewUrl: uploadPreviewOf(fileId), reason: null }
}

function unknownAttachment(fileId: string): Attachment {
  return { fileId, name: '', type: 'photo', state: 'ready', previewUrl: null, reason: null }
}

/** The last messages that this device has sent, queued or arrived. */
async function lastMade(sync: Sync, conversationId: string): Promise<Made[]> {
  const recipient = (await sync.db.conversations.get(conversationId))?.recipient._id
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
    ...rows
      .filter(({ senderId }) => senderId !== recipient)
      .map(({ _id, text, files }) => ({ _id, text, fileIds: files.map((file) => file._id) })),
  ]
}
