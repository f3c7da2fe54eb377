import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import type { Tx } from '../../infra/database/transaction.ts'
import type { QueuedJob } from '../../infra/jobs/job.ts'
import type { User } from '../accounts/entity.ts'
import { PaymentOrder } from '../payments/orders/entity.ts'
import { payOrder } from '../payments/orders/pay.ts'
import { placeOrder } from '../payments/orders/place.ts'
import type { Subscription } from './entity.ts'
import { failRenewal } from './fail-renewal.ts'
import { titleOf } from './order-title.ts'

const LOOK_AGAIN_MS = 10 * 60 * 1000

/**
 * Charges the saved card for a renewal that was ordered. Run twice, at once too, it is one charge: the provider knows the
 * order by its id. While the provider does not answer, the order stays open and is looked up when its time is over.
 */
export const chargeRenewalJob: QueuedJob<{ orderId: string }> = {
  kind: 'queued',
  name: 'subscriptions.charge-renewal',
  payload: v.object({ orderId: v.string() }),
  key: ({ orderId }) => orderId,
  concurrency: 4,
  async unfinished(app) {
    const where = { kind: 'subscription', status: 'created', isRenewal: true } as const
    const orders = await app.orm.em.fork().find(PaymentOrder, where, { fields: ['id'] })
    return orders.map(({ id }) => ({ orderId: id }))
  },
  async run(app, { orderId }) {
    await payOrder(app, orderId, { isOwnerThere: false })
  },
}

/**
 * Orders the next term under the lock of the account's subscriptions; a job pays it after the commit. A card that was removed,
 * blocked or has expired fails at once.
 */
export async function orderRenewal(
  tx: Tx,
  subscription: Subscription,
  { price, creator }: { price: number; creator: User },
): Promise<void> {
  const { id: subscriptionId, userId, performerId, type, currency, cardId, renewalId: id } = subscription
  if (cardId == null) return failRenewal(tx, subscription, 'card-unusable')
  const terms = { subscriptionId, performerId, type, price, consent: null }
  const about = {
    kind: 'subscription',
    title: titleOf(creator),
    returnPath: '/subscriptions',
    isRenewal: true,
  } as const
  try {
    const order = await placeOrder(tx, { ...about, id, userId, amount: price, currency, terms, cardId, performerId })
    Object.assign(subscription, { orderId: id, dueAt: order.expiresAt })
  } catch (error) {
    // Refused before anything is written: the card cannot be used any more.
    const isCard = error instanceof Refusal && (error.kind === 'not-found' || error.kind === 'conflict')
    if (!isCard) throw error
    return failRenewal(tx, subscription, 'card-unusable')
  }
  await tx.em.flush()
  await tx.app.jobs.enqueue(tx, chargeRenewalJob, { orderId: id })
}

/** Puts a renewal off while an order for it is under way; answers whether one is. */
export async function waitForOrder(tx: Tx, subscription: Subscription): Promise<boolean> {
  const { orderId } = subscription
  const underWay = { status: { $in: ['created', 'open'] } } as const
  const order = orderId == null ? null : await tx.em.findOne(PaymentOrder, { id: orderId, ...underWay })
  if (!order) return false
  const isOver = order.expiresAt <= tx.now
  subscription.dueAt = isOver ? new Date(tx.now.getTime() + LOOK_AGAIN_MS) : order.expiresAt
  await tx.em.flush()
  // Its money may have come all the same: the job looks it up.
  if (isOver) await tx.app.jobs.enqueue(tx, chargeRenewalJob, { orderId: order.id })
  return true
}
