import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../../infra/database/transaction.ts'
import { Charge } from '../../money/charges/entity.ts'
import { requireOneCode, takeDiscount } from '../../offers/take-discount.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import { payOrder } from '../../payments/orders/pay.ts'
import { placeOrder } from '../../payments/orders/place.ts'
import { requireGateway } from '../../payments/require-gateway.ts'
import { Subscription } from '../entity.ts'
import { agreedPrice, requireSeenPrice } from '../prices/agreed-price.ts'
import { beginSubscription, findRoom } from './begin.ts'
import type { Subscribing } from './begin.ts'
import { cardTermsOf } from './card-terms.ts'
import { orderTitleOf } from './order-title.ts'
import { usedElsewhere } from './subscribe.ts'

/** A subscription whose first term is not paid by then ends. */
const UNPAID_MS = 30 * 60 * 1000

const NOT_FIRST =
  'You have subscribed meanwhile, and this discount is for a first term. Your money goes back to your card.'

/** The subscription as it stands after the order; `checkout` is the pay page where the order still waits for it. */
export type Ordered = {
  subscription: Subscription
  isNew: boolean
  checkout: { checkoutId: string; url: string } | null
}

/**
 * Buys a term by card: a saved one pays at once, else the pay page asks for one, which is saved for the renewals. The same
 * request again is the same order. Refuses as `unavailable` where no payments are set up or the provider does not answer, as
 * `payment-required` a card that was declined, and whatever `subscribe` and `placeOrder` refuse.
 */
export async function orderTerm(app: App, actor: Actor, wanted: Subscribing): Promise<Ordered> {
  requireGateway(app)
  const { id, isNew } = await transact(app, actor, (tx) => placeTerm(tx, actor.userId, wanted))
  const order = await payOrder(app, id, { isOwnerThere: true })
  if (order.status === 'failed') throw new Refusal('payment-required', refusalOf(order))
  if (order.status === 'refunded' && order.paidAt == null) throw new Refusal('conflict', NOT_FIRST)
  if (order.status === 'expired') throw new Refusal('conflict', 'This payment has expired. Nothing was charged.')
  const { subscriptionId } = cardTermsOf(order)
  const em = app.orm.em.fork()
  const { performerId } = cardTermsOf(order)
  const begun = await em.findOneOrFail(Subscription, { id: subscriptionId })
  const open = begun.endedAt === null ? null : await em.findOne(Subscription, { ...pairOf(actor, performerId) })
  const { checkoutId, url, status } = order
  const isOpen = status === 'open' && checkoutId != null && url != null
  return { subscription: open ?? begun, isNew, checkout: isOpen ? { checkoutId, url } : null }
}

function pairOf({ userId }: Actor, performerId: string) {
  return { userId, performerId, endedAt: null }
}

async function placeTerm(tx: Tx, userId: string, wanted: Subscribing): Promise<{ id: string; isNew: boolean }> {
  requireActor(tx)
  await lock(tx, 'subscription', userId)
  const { _id: id, performerId, type, cardId = null, couponCode = null, offerCode, consent } = wanted
  requireOneCode(wanted)
  const known = await tx.em.findOne(PaymentOrder, { id })
  if (known) {
    if (!isSame(known, userId, wanted)) throw usedElsewhere()
    return { id, isNew: false }
  }
  if ((await tx.em.count(Charge, { id })) > 0) throw usedElsewhere()
  const { price, creator } = await agreedPrice(tx, userId, wanted)
  const open = await findRoom(tx, userId, wanted)
  const subscription = open ?? (await beginSubscription(tx, { id, userId, performerId, type, price }))
  const terms = { subscriptionId: subscription.id, performerId, type, price, consent, ...(offerCode && { offerCode }) }
  const use = { id, userId, performerId, type, price, status: 'reserved' } as const
  const amount = offerCode === undefined ? price : await takeDiscount(tx, { ...use, code: offerCode })
  const about = { kind: 'subscription', title: orderTitleOf(creator), returnPath: '/subscriptions' } as const
  const order = await placeOrder(tx, {
    ...{ ...about, id, userId, performerId, amount, currency: subscription.currency, terms, cardId, couponCode },
  })
  requireSeenPrice(wanted, order.amount)
  // One that lasts goes on until its new term is paid.
  if (subscription.months === 0)
    Object.assign(subscription, { type, price, source: 'card', dueAt: new Date(tx.now.getTime() + UNPAID_MS) })
  if (subscription.months === 0 || subscription.status === 'past_due') subscription.orderId = id
  await tx.em.flush()
  return { id, isNew: true }
}

function isSame(order: PaymentOrder, userId: string, wanted: Subscribing): boolean {
  if (order.userId !== userId || order.kind !== 'subscription') return false
  const { performerId, type } = cardTermsOf(order)
  const { cardId, couponCode } = order.asked
  const isSameTerm = performerId === wanted.performerId && type === wanted.type && order.amount === wanted.price
  const isSameCode = couponCode === (wanted.couponCode ?? null) && cardTermsOf(order).offerCode === wanted.offerCode
  return isSameTerm && cardId === (wanted.cardId ?? null) && isSameCode
}

function refusalOf({ failure }: PaymentOrder): string {
  return failure === 'card-unusable'
    ? 'This card cannot be used any more. Nothing was charged. Choose another one.'
    : 'Your card was declined. Nothing was charged.'
}
