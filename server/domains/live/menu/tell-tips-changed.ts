import type { Tx } from '../../../infra/database/transaction.ts'
import { Stream } from '../streams/entity.ts'
import { streamRoom } from '../streams/rooms.ts'

/** Has those who watch a creator read the menu and the goal anew, once the transaction has committed. */
export async function tellTipsChanged(tx: Tx, performerId: string): Promise<void> {
  const open = await tx.em.find(Stream, { performerId, status: { $ne: 'ended' } })
  tx.afterCommit(() => {
    for (const { id } of open) tx.app.live.toRoom({ room: streamRoom(id) }, 'tips:changed', { performerId })
  })
}
