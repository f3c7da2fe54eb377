import { sightOf } from '@vesper/sync/records/post-draft.ts'
import type { DraftContent } from '@vesper/sync/records/post-draft.ts'
import type { OutboxRecord } from '@vesper/sync/store.ts'
import { v7 } from 'uuid'
import type { Sync } from '../../with-sync.tsx'
import type { DraftEditor } from './draft-editor.ts'
import { keepPhoto } from './keep-photo.ts'

type Ending = 'draft.publish' | 'draft.discard'

/** Queues the end of a draft, as its author sees it now. False when there is nothing to end. */
export async function endDraft(sync: Sync, editor: DraftEditor, ending: Ending): Promise<boolean> {
  await editor.flush()
  const { draft, problem } = editor.state()
  if (problem !== null) throw problem
  if (!draft) return false
  await sync.mutate(ending, { _id: draft._id, seen: sightOf(draft) })
  return true
}

/** Keeps what was written as a draft of its own, in place of what was refused; answers its id. Photos went with the old one. */
export async function keepAsNewDraft(
  sync: Sync,
  content: DraftContent,
  refused: readonly OutboxRecord[],
): Promise<string> {
  const _id = v7()
  const changes = { ...content, fileIds: [] }
  await sync.mutate('draft.save', { _id, base: {}, changes, editedAt: new Date().toISOString() })
  for (const { id } of refused) await sync.discard(id)
  return _id
}

/** Puts photos into a draft, each as soon as it is on the disk. */
export async function addPhotos(sync: Sync, editor: DraftEditor, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const fileId = v7()
    await keepPhoto(sync, fileId, file)
    editor.edit({ fileIds: [...editor.state().content.fileIds, fileId] })
  }
}

/** Changes which photos there are; bytes that nothing names any more leave the device. */
export async function setPhotos(sync: Sync, editor: DraftEditor, fileIds: string[]): Promise<void> {
  const removed = editor.state().content.fileIds.filter((id) => !fileIds.includes(id))
  editor.edit({ fileIds })
  await editor.flush()
  for (const fileId of removed) await sync.detach(fileId)
}
