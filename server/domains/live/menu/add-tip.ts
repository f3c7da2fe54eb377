import type { Tx } from '../../../infra/database/transaction.ts'
import type { ChargedTip } from '../../../infra/domain.ts'
import { addTipLine } from '../chat/add-tip-line.ts'
import { doorOf } from '../streams/door.ts'
import { Stream } from '../streams/entity.ts'
import { tellTipsChanged } from './tell-tips-changed.ts'

/**
 * Writes the line of a new tip into the chat of the stream that it was given in, where the stream is one of that creator, runs,
 * and the fan may watch it. All who watch the creator look at the goal anew.
 */
export async function addTip(tx: Tx, tip: ChargedTip): Promise<void> {
  const { id: chargeId, fanId, performerId, streamId, tokens, item, message: text } = tip
  await tellTipsChanged(tx, performerId)
  if (streamId === null) return
  const stream = await tx.em.findOne(Stream, { id: streamId, performerId, status: { $ne: 'ended' } })
  if (!stream) return
  const found = await doorOf({ app: tx.app, em: tx.em }, { userId: fanId, now: tx.now }, stream)
  if (found?.door === 'open') await addTipLine(tx, { streamId, chargeId, fanId, tokens, item, text })
}
