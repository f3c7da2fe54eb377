import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

/** Tells whether a file that a record names is on its way up, or still being written down for it. */
export function useUploading({ db }: Sync): (record: OutboxRecord) => boolean {
  const ids = useLiveQuery(() => db.uploads.where('state').anyOf('keeping', 'waiting', 'sending').primaryKeys(), [db])
  return (record) => filesOf(record).some((id) => ids?.includes(id))
}

/** Ids of the photos and videos that have to be uploaded before it. */
function filesOf({ args }: OutboxRecord): readonly string[] {
  const { fileIds, changes } = (args ?? {}) as { fileIds?: string[]; changes?: { fileIds?: string[] } }
  return fileIds ?? changes?.fileIds ?? []
}
