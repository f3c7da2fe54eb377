import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { requireUsableCard } from '../../payments/cards/usable-card.ts'
import { lockOwn } from '../ending/cancel.ts'
import type { Subscription } from '../entity.ts'

/**
 * Has another saved card of the actor pay the next renewals; nothing is charged now. A renewal that is under way keeps its
 * card. Refuses as `not-found` another account's subscription or card, as `conflict` a card that cannot be used any more, and
 * a subscription that no card renews: one that tokens pay, that is over, or whose renewal is not paid.
 */
export async function changeCard(tx: Tx, { _id, cardId }: { _id: string; cardId: string }): Promise<Subscription> {
  const { userId } = requireActor(tx)
  const subscription = await lockOwn(tx, _id)
  const { status, source } = subscription
  if (status === 'past_due')
    throw new Refusal('conflict', 'Pay the open renewal first. The card that pays it pays the next ones, too.')
  if (source !== 'card' || (status !== 'active' && status !== 'canceling'))
    throw new Refusal('conflict', 'No card renews this subscription.')
  await requireUsableCard(tx, { userId, cardId })
  if (subscription.cardId !== cardId) Object.assign(subscription, { cardId, updatedAt: tx.now })
  await tx.em.flush()
  return subscription
}
