import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { OrderFailure } from '../../../../infra/payments/order-kind.ts'
import { cardState } from '../cards/card-state.ts'
import { requireCustomer } from '../cards/customer.ts'
import { PaymentCard, PaymentCustomer } from '../cards/entity.ts'
import type { Charged } from '../gateway.ts'
import { pageEnd } from '../page-end.ts'
import { requireGateway } from '../require-gateway.ts'
import { PaymentOrder } from './entity.ts'
import { expireOrder } from './expire.ts'
import { failOrder } from './fail.ts'
import { lockOrder } from './lock-order.ts'
import { orderKindOf } from './order-kinds.ts'
import { settlePayment } from './settle.ts'
import { noteFailedCard } from './velocity.ts'

/**
 * Pays an order that was placed: with its saved card at once, else by opening a pay page, whose address is in `url`. Called
 * again, it goes on where it stands, and nothing is charged twice. A card whose bank asks leads to the pay page where
 * `isOwnerThere`; else the order has failed. Refuses as `unavailable` where it cannot be told how the provider took it.
 */
export async function payOrder(
  app: App,
  orderId: string,
  { isOwnerThere }: { isOwnerThere: boolean },
): Promise<PaymentOrder> {
  const order = await app.orm.em.fork().findOneOrFail(PaymentOrder, { id: orderId })
  if (order.status !== 'created') return order
  if (order.expiresAt <= app.clock()) return expireOrder(app, order)
  if (order.cardId == null) return openPage(app, order)
  const charged = await charge(app, order, order.cardId)
  if (charged === null) return fail(app, order, { failure: 'card-unusable' })
  if (charged.status === 'paid') return (await settleCharged(app, charged.paymentId)) ?? order
  if (charged.status === 'declined')
    return fail(app, order, {
      ...{ failure: charged.isFinal ? 'card-unusable' : 'declined', attempt: charged.attempt ?? `charge:${orderId}` },
    })
  return isOwnerThere ? openPage(app, order) : fail(app, order, { failure: 'authentication-required' })
}

const CHARGED =
  'Your card was charged, and the payment is being confirmed. Try again in a minute: you are not charged twice.'

/** Settles what a card was charged for. Faults of the provider by now must not read as if nothing was charged. */
async function settleCharged(app: App, paymentId: string): Promise<PaymentOrder | null> {
  try {
    return await settlePayment(app, paymentId)
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('unavailable', CHARGED) : error
  }
}

/** Null where the card cannot be used any more. */
async function charge(app: App, order: PaymentOrder, cardId: string): Promise<Charged | null> {
  const { id, userId, amount, currency, kind } = order
  const em = app.orm.em.fork()
  const card = await em.findOne(PaymentCard, { id: cardId, userId })
  const customer = await em.findOne(PaymentCustomer, { userId })
  const isUsable = card && card.status === 'active' && cardState(card, app.clock()) !== 'expired'
  if (!isUsable || card.methodId == null || !customer) return null
  return requireGateway(app).chargeSavedCard({
    ...{ orderId: id, customerId: customer.customerId, methodId: card.methodId, amount },
    ...{ currency: currency.toLowerCase(), metadata: { kind } },
  })
}

async function openPage(app: App, placed: PaymentOrder): Promise<PaymentOrder> {
  const order = await prolong(app, placed)
  if (order.status !== 'created') return order
  const { id, amount, currency, title, returnPath, expiresAt } = order
  const page = `${app.config.publicUrl}${returnPath}`
  const saved = orderKindOf(app, order).savesCard ? { customerId: await requireCustomer(app, order.userId) } : {}
  const checkout = await requireGateway(app).createCheckout({
    ...{ ...saved, reference: id, amount, currency: currency.toLowerCase(), expiresAt, title },
    successUrl: `${page}?checkoutId={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${page}?left=${id}`,
  })
  return transact(app, null, async (tx) => {
    const noted = await lockOrder(tx, id)
    if (noted?.status === 'created')
      Object.assign(noted, { status: 'open', checkoutId: checkout.id, url: checkout.url })
    await tx.em.flush()
    return noted ?? order
  })
}

/** The order, whose page may be opened now: a try that did not reach the provider does not shorten it. */
function prolong(app: App, order: PaymentOrder): Promise<PaymentOrder> {
  return transact(app, null, async (tx) => {
    const noted = await lockOrder(tx, order.id)
    if (noted?.status === 'created') noted.expiresAt = pageEnd(tx.now, noted.expiresAt)
    await tx.em.flush()
    return noted ?? order
  })
}

async function fail(
  app: App,
  known: PaymentOrder,
  { failure, attempt }: { failure: OrderFailure; attempt?: string },
): Promise<PaymentOrder> {
  return transact(app, null, async (tx) => {
    const order = await lockOrder(tx, known.id)
    if (!order) return known
    if (attempt !== undefined && !order.isRenewal) await noteFailedCard(tx, { userId: order.userId, attempt })
    await failOrder(tx, order, failure)
    return order
  })
}
