import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { follow } from '../../../people/follows/commands.ts'
import type { Subscription } from '../entity.ts'

/** A subscriber has the creator's channel on each device. Somebody who follows too many subscribes all the same. */
export async function followCreator(
  tx: Tx,
  { userId: followerId, performerId }: Pick<Subscription, 'userId' | 'performerId'>,
): Promise<void> {
  try {
    await follow(tx, { followerId, performerId }, true)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
