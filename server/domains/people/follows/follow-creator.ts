import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { follow } from './commands.ts'

/** A member has the creator's channel on each device. Somebody who follows too many becomes one all the same. */
export async function followCreator(
  tx: Tx,
  { userId: followerId, performerId }: { userId: string; performerId: string },
): Promise<void> {
  try {
    await follow(tx, { followerId, performerId }, true)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
