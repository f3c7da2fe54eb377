import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireUnrestricted } from '../../../../content/require-unrestricted.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { findCreator } from '../../../people/performers/queries.ts'
import { takeCharge } from './take.ts'
import type { Taken } from './take.ts'
import { tellCreator } from './tell-creator.ts'

type Tip = {
  _id: string
  performerId: string
  tokens: number
  message: string
  itemId?: string | null
  streamId?: string | null
}

/**
 * Gives tokens to a creator, for a line of their menu where one is named. Refuses as `invalid` fewer or more than the site
 * allows, as `not-found` whoever is no creator open to others, and a line that is not on their menu, as `conflict` another
 * price than that of the line, and whatever `takeCharge` refuses.
 */
export async function tip(
  tx: Tx,
  { _id: id, performerId, tokens, message, itemId = null, ...given }: Tip,
): Promise<Taken> {
  const { minimumTipPrice: least, maximumTipPrice: most } = await tx.app.settings.readIn(tx)
  const line = itemId === null ? null : await tx.app.domains.tipItem(tx, { performerId, itemId })
  const item = line?.title ?? null
  const asked = { id, type: 'tip', targetId: performerId, performerId, tokens, message, itemId } as const
  const taken = await takeCharge(tx, { ...asked, item }, async () => {
    const text =
      tokens < least
        ? `The smallest tip is ${least} tokens.`
        : tokens > most
          ? `The largest tip is ${most} tokens.`
          : null
    if (text !== null) throw new Refusal('invalid', text, [{ path: 'tokens', message: text }])
    await findCreator(tx.em, performerId, requireActor(tx))
    // Its words go into the chat of the stream, or into the conversation.
    const deed = given.streamId == null ? 'message' : 'comment'
    if (message !== '') await requireUnrestricted(tx, requireActor(tx).userId, deed)
    if (itemId !== null) requirePrice(line, tokens)
  })
  const { fanId } = taken.charge
  const { streamId = null } = given
  if (taken.isNew) {
    await tx.app.domains.charged.tip(tx, { id, fanId, performerId, tokens, message, item, streamId })
    await tellCreator.tip(tx, { ...taken.charge, item }, streamId)
  }
  return taken
}

function requirePrice(line: { price: number } | null, tokens: number): void {
  if (!line) throw new Refusal('not-found', 'This is not on the menu any more.')
  if (line.price === tokens) return
  const text = 'The price has changed. Nothing was charged.'
  throw new Refusal('conflict', text, [{ path: 'price', message: String(line.price) }])
}
