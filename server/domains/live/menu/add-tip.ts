import type { Tx } from '../../../infra/database/transaction.ts'
import type { ChargedTip } from '../../../infra/hooks.ts'
import { addTipLine } from '../chat/add-tip-line.ts'
import { hasBlockedTerm } from '../chat/has-blocked-term.ts'
import { silenceOf } from '../chat/policy.ts'
import { standingIn } from '../chat/standings.ts'
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
  if (found?.door !== 'open') return
  const words = (await maySay(tx, stream, { userId: fanId, text })) ? text : ''
  await addTipLine(tx, { streamId, chargeId, fanId, tokens, item, text: words })
}

/** A tip buys nobody the word: whoever may not write, and what the chat holds back, is not shown with it. The creator reads it all. */
async function maySay(tx: Tx, stream: Stream, { userId, text }: { userId: string; text: string }): Promise<boolean> {
  const standing = await standingIn(tx.em, stream, { userId, now: tx.now })
  return silenceOf(standing, stream.chat, tx.now.getTime()) === null && !hasBlockedTerm(text, stream.chat.blockedTerms)
}
