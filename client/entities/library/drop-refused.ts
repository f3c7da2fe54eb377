import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { changesOf, filesIn, namesFile } from './refused-changes.ts'
import { takeOutFiles } from './take-out-files.ts'

/**
 * Discards refused mutations of one draft, or of one message to many. Where the server would not take a file, only that file goes: all else that was refused
 * with it is saved again.
 */
export async function dropRefused(sync: Sync, refused: readonly OutboxRecord[]): Promise<void> {
  const fileIds = refused.flatMap((record) => filesIn(changesOf(record)))
  const uploads = fileIds.length > 0 ? await sync.db.uploads.bulkGet(fileIds) : []
  const unusable = uploads.flatMap((upload) => (upload?.state === 'rejected' ? upload.fileId : []))
  const naming = refused.find((record) => namesFile(changesOf(record), unusable))
  if (naming) await takeOutFiles(sync, naming, unusable)
  for (const { id } of refused) await sync.discard(id)
}
