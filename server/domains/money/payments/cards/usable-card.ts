import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { cardState } from './card-state.ts'
import { PaymentCard } from './entity.ts'

/** The card of an account, if it can pay. Refuses as `not-found` another's, as `conflict` one that cannot be used any more. */
export async function requireUsableCard(
  { em, now }: Pick<Tx, 'em' | 'now'>,
  { userId, cardId }: { userId: string; cardId: string },
): Promise<PaymentCard> {
  const card = await em.findOne(PaymentCard, { id: cardId, userId })
  if (!card || card.status === 'open' || card.status === 'removed') throw noCard()
  const state = cardState(card, now)
  if (state === 'expired' || state === 'blocked')
    throw new Refusal('conflict', 'This card cannot be used any more. Choose another one.')
  return card
}

export function noCard(): Refusal {
  return new Refusal('not-found', 'There is no such card.')
}
