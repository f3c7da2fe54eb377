import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { NotificationState } from './entity.ts'

/**
 * Takes the actor's notifications as read up to `seq`, else all that there are, and gives how far they are read. The furthest
 * position wins, and none goes beyond the last notification.
 */
export async function readNotifications(tx: Tx, { seq = Infinity }: { seq?: number }): Promise<number> {
  const { userId } = requireActor(tx)
  await lock(tx, 'notifications', userId)
  const state = await tx.em.findOne(NotificationState, { userId })
  if (!state) return 0
  const read = Math.min(seq, state.lastSeq)
  if (read > state.readSeq) state.readSeq = read
  return state.readSeq
}
