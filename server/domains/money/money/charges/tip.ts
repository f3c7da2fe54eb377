import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { findCreator } from '../../../people/performers/queries.ts'
import { takeCharge } from './take.ts'
import type { Taken } from './take.ts'

/**
 * Gives tokens to a creator. Refuses as `invalid` fewer or more than the site allows, as `not-found` whoever is no creator
 * open to others, and whatever `takeCharge` refuses.
 */
export async function tip(
  tx: Tx,
  { _id: id, performerId, tokens, message }: { _id: string; performerId: string; tokens: number; message: string },
): Promise<Taken> {
  const { minimumTipPrice: least, maximumTipPrice: most } = await tx.app.settings.readIn(tx)
  return takeCharge(tx, { id, type: 'tip', targetId: performerId, performerId, tokens, message }, async () => {
    const text =
      tokens < least
        ? `The smallest tip is ${least} tokens.`
        : tokens > most
          ? `The largest tip is ${most} tokens.`
          : null
    if (text !== null) throw new Refusal('invalid', text, [{ path: 'tokens', message: text }])
    await findCreator(tx.em, performerId, requireActor(tx))
  })
}
