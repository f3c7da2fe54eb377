import type { Tx } from '../../../infra/database/transaction.ts'
import type { Broadcast } from './entity.ts'
import { moveOn } from './lock-broadcast.ts'

/** Sends a locked message to nobody else. All who have it keep it. */
export async function stopSending(tx: Tx, broadcast: Broadcast): Promise<void> {
  moveOn(tx, broadcast, 'stop')
  await leaveWaiting(tx, broadcast.id)
  await tx.em.flush()
}

/** The recipients who wait for a message never get it. */
export async function leaveWaiting(tx: Tx, id: string): Promise<void> {
  await tx.em.execute(`update broadcast_recipient set state = 'left' where broadcast_id = ? and state = 'waiting'`, [
    id,
  ])
}
