import { laneOfBroadcast } from '@vesper/sync/vesper/mutations/broadcasts.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'

/**
 * Discards a draft. Saves that never were in a request are taken back first: their files need not be uploaded to be thrown
 * away.
 */
export async function discardBroadcast(sync: Sync, id: string): Promise<void> {
  const records = await sync.db.outbox.where('lane').equals(laneOfBroadcast(id)).sortBy('order')
  for (const { id: recordId, attempts, state } of records.toReversed()) {
    if (attempts > 0 && state !== 'rejected') break
    await sync.discard(recordId)
  }
  if (await sync.db.broadcasts.get(id)) await sync.mutate('broadcast.discard', { _id: id })
}
