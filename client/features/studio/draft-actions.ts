import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import { sightOf } from '@vesper/sync/records/post-draft.ts'
import type { DraftContent } from '@vesper/sync/records/post-draft.ts'
import type { OutboxRecord } from '@vesper/sync/store.ts'
import { v7 } from 'uuid'
import type { Sync } from '../../with-sync.tsx'
import type { DraftEditor } from './draft-editor.ts'

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

/** Keeps what was written as a draft of its own, in place of what was refused; answers its id. Files went with the old one. */
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

/** Puts photos and videos into a draft, each as soon as it is on the disk; `refuse` is told of each that cannot be added. */
export async function addFiles(
  { sync, editor }: { sync: Sync; editor: DraftEditor },
  files: readonly File[],
  refuse: (error: unknown) => void,
): Promise<void> {
  for (const file of files) {
    const fileId = v7()
    try {
      const { fileProblem, keepFile } = await import('./keep-file.ts')
      const problem = fileProblem(file, editor.state().content.fileIds.length)
      if (problem !== null) throw new Refusal('invalid', problem)
      await keepFile(sync, fileId, file)
      editor.edit({ fileIds: [...editor.state().content.fileIds, fileId] })
      // Bytes that no draft names are lost with the page.
      await editor.flush()
    } catch (error) {
      refuse(error)
    }
  }
}

/** Changes which files there are; bytes that nothing names any more leave the device. */
export async function setFiles(sync: Sync, editor: DraftEditor, fileIds: string[]): Promise<void> {
  const removed = editor.state().content.fileIds.filter((id) => !fileIds.includes(id))
  editor.edit({ fileIds })
  await editor.flush()
  for (const fileId of removed) await sync.detach(fileId)
}
