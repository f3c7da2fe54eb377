import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SubscribeBody } from '@vesper/sync/vesper/api/subscriptions.ts'
import { SUBSCRIPTIONS_MAX } from '@vesper/sync/vesper/records/subscription.ts'
import type * as v from 'valibot'
import { requireForSale } from '../../../../content/require-for-sale.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import { Subscription } from '../entity.ts'

export type Subscribing = v.InferOutput<typeof SubscribeBody>

/**
 * The subscription that a term is added to; null where one begins. Refuses as `conflict` a creator whom staff keep from
 * selling, a free term beside one that lasts and a term while a renewal is being paid, as `forbidden` one subscription too many.
 */
export async function findRoom(
  tx: Tx,
  userId: string,
  { performerId, type }: Pick<Subscribing, 'performerId' | 'type'>,
): Promise<Subscription | null> {
  await requireForSale(tx, performerId)
  const open = await tx.em.findOne(Subscription, { userId, performerId, endedAt: null })
  if (!open) {
    const count = await tx.em.count(Subscription, { userId, endedAt: null })
    if (count < SUBSCRIPTIONS_MAX) return null
    throw new Refusal('forbidden', `You have ${SUBSCRIPTIONS_MAX} subscriptions, the limit. Cancel one first.`)
  }
  if (type === 'free' && open.months > 0) throw new Refusal('conflict', 'You are subscribed already.')
  const renewal = { id: open.orderId ?? '', status: 'created', isRenewal: true } as const
  if (open.orderId != null && (await tx.em.count(PaymentOrder, renewal)) > 0)
    throw new Refusal('conflict', 'The renewal is being paid at the moment. Try again in a minute.')
  return open
}

type Beginning = Pick<Subscription, 'id' | 'userId' | 'performerId' | 'type' | 'price'>

/** A subscription that is not paid yet. It gives no access. */
export async function beginSubscription(
  tx: Tx,
  { id, userId, performerId, type, price }: Beginning,
): Promise<Subscription> {
  const { currency } = await tx.app.settings.readIn(tx)
  const { now } = tx
  return tx.em.create(Subscription, {
    ...{ id, userId, performerId, type, price, currency, priceId: null, source: null, cardId: null, orderId: null },
    ...{ status: 'incomplete', autoRenew: false, problem: null, remindAt: null, limitToldFor: null, endedAt: null },
    ...{ anchor: now, months: 0, paidThrough: now, graceUntil: null, accessUntil: now, dueAt: now },
    ...{ createdAt: now, updatedAt: now },
  })
}
