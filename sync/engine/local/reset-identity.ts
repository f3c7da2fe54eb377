import type { SyncResponse } from '../protocol/sync-response.ts'
import type { StoreTx } from '../store.ts'
import { clearCache } from './cache.ts'
import { newDevice } from './identity.ts'
import { rejectDoubted } from './doubtful-mutations.ts'
import type { Replica } from './replica.ts'

/**
 * [TIME-1] Another copy of this database has gone on as the device: this one takes an identity of its own and fetches its
 * cache anew. What is queued stays, under its ids, so that the server applies once what both copies have. [TIME-2] Of what
 * an `old` copy has queued the server may have forgotten that it was applied, and what another mutation was folded into it
 * may have applied as it was before: these are put before the user instead.
 */
export async function becomeNewDevice(
  replica: Replica,
  tx: StoreTx,
  copied: NonNullable<SyncResponse['copied']>,
): Promise<void> {
  replica.log({ level: 'warn', message: `the database is ${copied === 'old' ? 'an old' : 'a'} copy: it starts anew` })
  await newDevice(replica, tx)
  await tx.meta.put([{ key: 'copy', value: copied }])
  await clearCache(replica, tx)
  await rejectDoubted(replica, tx, ({ folded }) => copied === 'old' || folded === true)
}
