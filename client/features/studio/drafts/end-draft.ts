import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { laneOfDraft } from '@vesper/sync/vesper/mutations/drafts.ts'
import { sightOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { DraftContent, PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { v7 } from 'uuid'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { isPublication } from '../studio-items.ts'
import type { DraftEditor } from './draft-editor.ts'

type Ending = 'draft.publish' | 'draft.discard'

/** Queues the end of a draft, as its author sees it now. False when there is nothing to end. */
export async function endDraft(sync: Sync, editor: DraftEditor, ending: Ending): Promise<boolean> {
  await editor.flush()
  const { draft, problem } = editor.state()
  if (problem !== null) throw problem
  if (!draft) return false
  const ended = ending === 'draft.discard' ? await withoutUnsent(sync, draft._id) : draft
  if (ended) await sync.mutate(ending, { _id: ended._id, seen: sightOf(ended) })
  return true
}

/**
 * Takes back what of a draft never was in a request: its files need not go up to be thrown away. A publication is taken back
 * also where the server may know of it: it stands in front of whatever is queued now. Answers what is left of the draft;
 * undefined when the server never had any of it, or has published it.
 */
async function withoutUnsent(sync: Sync, draftId: string): Promise<PostDraft | undefined> {
  const records = await sync.db.outbox.where('lane').equals(laneOfDraft(draftId)).sortBy('order')
  const isSent = ({ attempts, state }: OutboxRecord) => attempts > 0 || state === 'rejected'
  // From the end, as far as nothing was sent: the rest is a draft that somebody has seen.
  const lastSent = records.findLastIndex(isSent)
  const taken = records.filter((record, index) => index > lastSent || isPublication(record))
  await discardAll(sync, taken.toReversed())
  return sync.db['post-drafts'].get(draftId)
}

/** Keeps what was written as a draft of its own, in place of what was refused; answers its id. Files went with the old one. */
export async function keepAsNewDraft(
  sync: Sync,
  content: DraftContent,
  refused: readonly OutboxRecord[],
): Promise<string> {
  const _id = v7()
  const changes = { ...content, fileIds: [] }
  await sync.mutate('draft.save', { _id, base: {}, changes, editedAt: new Date().toISOString() })
  await discardAll(sync, refused)
  return _id
}

/** Takes these back, one after the other. */
export async function discardAll(sync: Sync, records: readonly OutboxRecord[]): Promise<void> {
  for (const { id } of records) await sync.discard(id)
}

/** Puts photos and videos into a draft, each as soon as it is on the disk; `refuse` is told of each that cannot be added. */
export async function addFiles(
  { sync, editor }: { sync: Sync; editor: DraftEditor },
  files: readonly File[],
  refuse: (error: unknown) => void,
): Promise<void> {
  for (const file of files) {
    const fileId = v7()
    try {
      const { keepFile } = await import('./attach-to-draft.ts')
      await keepFile({ sync, count: editor.state().content.fileIds.length }, fileId, file)
      editor.edit({ fileIds: [...editor.state().content.fileIds, fileId] })
      // Bytes that no draft names are lost with the page.
      await editor.flush()
    } catch (error) {
      refuse(error)
    }
  }
}

/** Puts a file in place of one of a draft, which leaves the device. */
export async function replaceFile(
  { sync, editor }: { sync: Sync; editor: DraftEditor },
  replaced: string,
  file: File,
): Promise<void> {
  const fileId = v7()
  const { keepFile } = await import('./attach-to-draft.ts')
  await keepFile({ sync, count: 0 }, fileId, file)
  const fileIds = editor.state().content.fileIds.map((id) => (id === replaced ? fileId : id))
  await setFiles(sync, editor, fileIds)
}

const previewPurposes = { thumbnailId: 'feed-thumbnail', teaserId: 'feed-teaser' } as const

/** Chooses what everybody sees of a post, or takes it back with null; the file that was chosen before leaves the device. */
export async function setPreview(
  { sync, editor }: { sync: Sync; editor: DraftEditor },
  place: keyof typeof previewPurposes,
  file: File | null,
): Promise<void> {
  const before = editor.state().content[place]
  const fileId = file && v7()
  if (file && fileId) {
    const { keepFile } = await import('./attach-to-draft.ts')
    await keepFile({ sync, count: 0, purpose: previewPurposes[place] }, fileId, file)
  }
  editor.edit({ [place]: fileId })
  await editor.flush()
  if (before !== null) await sync.detach(before)
}

/** Changes which files there are; bytes that nothing names any more leave the device. */
export async function setFiles(sync: Sync, editor: DraftEditor, fileIds: string[]): Promise<void> {
  const removed = editor.state().content.fileIds.filter((id) => !fileIds.includes(id))
  editor.edit({ fileIds })
  await editor.flush()
  for (const fileId of removed) await sync.detach(fileId)
}
