import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { pauseAt } from '@vesper/sync/vesper/records/pause-clock.ts'
import * as v from 'valibot'
import type { App } from '../../../../app.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { QueuedJob } from '../../../../infra/jobs/job.ts'
import type { User } from '../../../people/accounts/entity.ts'
import { pausesOf } from '../../../people/pauses/pauses-of.ts'
import { requireUsableCard } from '../../payments/cards/usable-card.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import { expireOrder } from '../../payments/orders/expire.ts'
import { payOrder } from '../../payments/orders/pay.ts'
import { placeOrder } from '../../payments/orders/place.ts'
import { clockOf } from '../clock.ts'
import type { Subscription } from '../entity.ts'
import { cardTermsOf } from '../purchase/card-terms.ts'
import { orderTitleOf } from '../purchase/order-title.ts'
import { failRenewal } from './fail-renewal.ts'

const LOOK_AGAIN_MS = 10 * 60 * 1000

/**
 * Charges the saved card for a renewal that was ordered. Run twice, at once too, it is one charge: the provider knows the
 * order by its id. While the provider does not answer, the order stays as it is, and `settleOverdue` looks it up.
 */
export const chargeRenewalJob: QueuedJob<{ orderId: string }> = {
  kind: 'queued',
  name: 'subscriptions.charge-renewal',
  movesMoney: true,
  payload: v.object({ orderId: v.string() }),
  key: ({ orderId }) => orderId,
  concurrency: 4,
  async unfinished(app) {
    const where = { kind: 'subscription', status: 'created', isRenewal: true } as const
    const orders = await app.orm.em.fork().find(PaymentOrder, where, { fields: ['id'] })
    return orders.map(({ id }) => ({ orderId: id }))
  },
  async run(app, { orderId }) {
    const order = await app.orm.em.fork().findOneOrFail(PaymentOrder, { id: orderId })
    // A pause may have begun since the order was placed. The renewal waits for its end.
    if (order.status === 'created' && (await rests(app, cardTermsOf(order).performerId))) await expireOrder(app, order)
    else await payOrder(app, orderId, { isOwnerThere: false })
  },
}

async function rests({ orm, clock }: App, performerId: string): Promise<boolean> {
  const pauses = await pausesOf(orm.em.fork(), [performerId])
  return pauseAt(pauses(performerId), clock().getTime()) !== undefined
}

/**
 * Orders the next term under the lock of the account's subscriptions; a job pays it after the commit. A card that was removed,
 * blocked or has expired fails at once.
 */
export async function renewByCard(
  tx: Tx,
  subscription: Subscription,
  { price, creator }: { price: number; creator: User },
): Promise<void> {
  const { id: subscriptionId, userId, performerId, type, currency, cardId, renewalId: id } = subscription
  if (cardId == null) return failRenewal(tx, subscription, 'card-unusable')
  const terms = { subscriptionId, performerId, type, price, consent: null }
  const about = {
    kind: 'subscription',
    title: orderTitleOf(creator),
    returnPath: '/subscriptions',
    isRenewal: true,
  } as const
  if (!(await isUsableCard(tx, { userId, cardId }))) return failRenewal(tx, subscription, 'card-unusable')
  const order = await placeOrder(tx, { ...about, id, userId, amount: price, currency, terms, cardId, performerId })
  const { counted } = await clockOf(tx, subscription)
  Object.assign(subscription, { orderId: id, dueAt: counted(order.expiresAt) })
  await tx.em.flush()
  await tx.app.jobs.enqueue(tx, chargeRenewalJob, { orderId: id })
}

async function isUsableCard(tx: Tx, card: { userId: string; cardId: string }): Promise<boolean> {
  try {
    await requireUsableCard(tx, card)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Puts a renewal off while an order for it is under way; answers whether one is. A job looks up one whose time is over. */
export async function waitForOrder(tx: Tx, subscription: Subscription): Promise<boolean> {
  const { orderId } = subscription
  const underWay = { status: { $in: ['created', 'open'] } } as const
  const order = orderId == null ? null : await tx.em.findOne(PaymentOrder, { id: orderId, ...underWay })
  if (!order) return false
  const soon = tx.now.getTime() + LOOK_AGAIN_MS
  const { counted } = await clockOf(tx, subscription)
  subscription.dueAt = counted(new Date(Math.max(order.expiresAt.getTime(), soon)))
  await tx.em.flush()
  return true
}
