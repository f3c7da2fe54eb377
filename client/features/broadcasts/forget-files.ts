import { laneOfBroadcast } from '@vesper/sync/vesper/mutations/broadcasts.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'

/**
 * Drops files that were taken out of a message, with the saves that name them and never were in a request: a later save has
 * the whole list of files.
 */
export async function forgetFiles(sync: Sync, id: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  const records = await sync.db.outbox.where('lane').equals(laneOfBroadcast(id)).toArray()
  for (const record of records) {
    const { changes = {} } = record.args as { changes?: { fileIds?: string[] } }
    const isOfFiles = Object.keys(changes).join() === 'fileIds'
    const isUnsent = record.state === 'rejected' || (record.state === 'waiting' && record.attempts === 0)
    const namesOne = changes.fileIds?.some((fileId) => fileIds.includes(fileId)) === true
    if (isOfFiles && isUnsent && namesOne) await sync.discard(record.id)
  }
  for (const fileId of fileIds) await sync.detach(fileId)
}
