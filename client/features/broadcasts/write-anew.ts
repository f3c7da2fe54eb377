import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { BroadcastContent } from '@vesper/sync/vesper/records/broadcast.ts'
import { v7 } from 'uuid'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { refusedChanges } from '../../entities/library/refused-changes.ts'

/** Keeps as a message of its own, in place of them, what refused saves have; answers its id. */
export async function writeAnew(sync: Sync, refused: readonly OutboxRecord[]): Promise<string> {
  const _id = v7()
  const { fileIds, ...words } = refusedChanges(refused) as Partial<BroadcastContent>
  const save = (changes: Partial<BroadcastContent>) =>
    sync.mutate('broadcast.save', { _id, changes, editedAt: new Date().toISOString() })
  if (Object.keys(words).length > 0) await save(words)
  if (fileIds) await save({ fileIds })
  for (const { id } of refused) await sync.discard(id)
  return _id
}
