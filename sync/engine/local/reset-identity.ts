import type { SyncResponse } from '../protocol/sync-response.ts'
import type { StoreTx } from '../store.ts'
import { clearCache } from './cache.ts'
import { newDevice } from './identity.ts'
import { rejectDoubtful } from './reject-doubtful.ts'
import type { Replica } from './replica.ts'

/**
 * [TIME-1] Another copy of this database has gone on as the device: this one takes an identity of its own and fetches
 * its cache anew. Queued mutations stay under their ids, so that the server applies those of both copies once. [TIME-2]
 * The server may have forgotten that it applied mutations of an `old` copy, or may have applied one before another was
 * folded into it: these go to the user instead.
 */
export async function resetIdentity(
  replica: Replica,
  tx: StoreTx,
  copied: NonNullable<SyncResponse['copied']>,
): Promise<void> {
  replica.log({ level: 'warn', message: `the database is ${copied === 'old' ? 'an old' : 'a'} copy: it starts anew` })
  await newDevice(replica, tx)
  await tx.meta.put([{ key: 'copy', value: copied }])
  await clearCache(replica, tx)
  await rejectDoubtful(replica, tx, ({ folded }) => copied === 'old' || folded === true)
}
