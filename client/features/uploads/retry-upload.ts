import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import type { QueuedUpload } from './use-uploads.ts'

/** Sends a file again, with what names it. */
export async function retryUpload(sync: Sync, { records }: QueuedUpload): Promise<void> {
  for (const { id, state } of records) if (state === 'rejected') await sync.retry(id)
  sync.wake('manual')
}

/** The mutation that goes with a file that is removed; null where the file alone goes, out of a draft. */
export function lostWith({ records }: QueuedUpload): OutboxRecord | null {
  return records.find((record) => !isDraft(record)) ?? null
}

/** Removes a file: out of the draft or the message to many that has it, else with the mutation that it belongs to. */
export async function removeUpload(sync: Sync, { fileId, records }: QueuedUpload): Promise<void> {
  for (const record of records) {
    if (isDraft(record)) await leaveDraft(sync, fileId, record)
    else await sync.discard(record.id)
  }
}

function isDraft({ name }: OutboxRecord): boolean {
  return name === 'draft.save' || name === 'broadcast.save'
}

async function leaveDraft(sync: Sync, fileId: string, record: OutboxRecord): Promise<void> {
  // The draft holds nothing of a refused change.
  if (record.state === 'rejected') return sync.discard(record.id)
  const { _id } = record.args as { _id: string }
  const editedAt = new Date().toISOString()
  if (record.name === 'broadcast.save') {
    const message = await sync.db.broadcasts.get(_id)
    if (!message?.fileIds.includes(fileId)) return
    const changes = { fileIds: message.fileIds.filter((id) => id !== fileId) }
    await sync.mutate('broadcast.save', { _id, changes, editedAt })
    return sync.detach(fileId)
  }
  const draft: PostDraft | undefined = await sync.db['post-drafts'].get(_id)
  if (!draft) return
  const { fileIds, thumbnailId, teaserId } = draft
  const base = { fileIds, thumbnailId, teaserId }
  const changes = {
    fileIds: fileIds.filter((id) => id !== fileId),
    ...(thumbnailId === fileId && { thumbnailId: null }),
    ...(teaserId === fileId && { teaserId: null }),
  }
  await sync.mutate('draft.save', { _id, base, changes, editedAt })
}
