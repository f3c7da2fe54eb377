import { emptyBroadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import type { Broadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import type { Sync } from '../../../core/sync/sync.ts'

/** Puts a message to many onto the device, as the server has it: a draft that says 'Hello, all', unless told. */
export async function storeBroadcast(
  { db }: Pick<Sync, 'db'>,
  { _id, performerId, ...content }: Pick<Broadcast, '_id' | 'performerId'> & Partial<Broadcast>,
): Promise<void> {
  const time = '2026-01-01T00:00:00.000Z'
  const draft: Broadcast = {
    ...{ ...emptyBroadcast, _id, performerId, files: [], state: 'draft', version: 4, goesAt: null },
    ...{ text: 'Hello, all', createdAt: time, updatedAt: time, ...content },
  }
  await db.broadcasts.put({ ...draft, $space: spaceOfUser(performerId) })
}
