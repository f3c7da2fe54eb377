import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { isOtherServing } from '../../../infra/sync/history/server-lease.ts'

/**
 * Refuses as `conflict` to begin a stream whose room would be in this process while another server takes calls too: viewers
 * who come to that one would find no picture.
 */
export async function requireOneServer(tx: Tx): Promise<void> {
  if (!tx.app.rtc.isOfOneServer || !(await isOtherServing(tx.app, tx.em))) return
  throw new Refusal(
    'conflict',
    'This site runs on several servers: live streams need LiveKit, or a single server. Tell the operator of the site.',
  )
}
