import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { changesOf, namesFile } from './refused-changes.ts'

/**
 * Drops files that were taken out of a draft or a message to many, with the saves in its lane that name them and of which the
 * server has nothing: a later save has the whole list of files.
 */
export async function forgetFiles(sync: Sync, lane: string, fileIds: readonly string[]): Promise<void> {
  const records = await sync.db.outbox.where('lane').equals(lane).sortBy('order')
  for (const record of records) {
    if (isForFiles(record) && namesFile(changesOf(record), fileIds)) await sync.discard(record.id)
  }
  for (const fileId of fileIds) await sync.detach(fileId)
}

/** Words that wait in the same save go out with it. */
function isForFiles(record: OutboxRecord): boolean {
  if (record.state === 'rejected') return true
  return record.state === 'waiting' && record.attempts === 0 && Object.keys(changesOf(record)).length === 1
}
