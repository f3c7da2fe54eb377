import { validate } from 'uuid'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { confirmRedemption } from '../../coupons/redeem.ts'
import { keepCard } from '../cards/keep.ts'
import type { Payment } from '../gateway.ts'
import { requireGateway } from '../require-gateway.ts'
import { followSurplus, isSurplus } from '../surplus/refund-surplus.ts'
import { PaymentOrder } from './entity.ts'
import { failOrder } from './fail.ts'
import { followRefunds } from './follow-refunds.ts'
import { lockOrder } from './lock-order.ts'
import { orderKindOf } from './order-kinds.ts'

/**
 * Brings an order to where its checkout stands: asked by a webhook, the return page and a job, in any order and number. It
 * only goes forward, and what was paid for comes once. Null where no order has this checkout.
 */
export async function settleCheckout(app: App, checkoutId: string): Promise<PaymentOrder | null> {
  const gateway = requireGateway(app)
  const known = await app.orm.em.fork().findOne(PaymentOrder, { checkoutId })
  if (known?.paidAt) return known
  const checkout = await gateway.readCheckout(checkoutId)
  if (!checkout?.reference || !validate(checkout.reference)) return known
  if (checkout.status === 'paid' && checkout.paymentId !== null) return settlePayment(app, checkout.paymentId)
  const { reference, status } = checkout
  return transact(app, null, async (tx) => {
    const order = await lockOrder(tx, reference)
    if (!order) return null
    // A server that was killed after the provider's answer has not noted it.
    order.checkoutId ??= checkout.id
    if (order.checkoutId === checkout.id && status === 'expired') await failOrder(tx, order, 'expired')
    await tx.em.flush()
    return order
  })
}

/**
 * Brings an order to where its payment stands, refunds included. A second payment of one that is paid goes back. Null where
 * no order has this payment.
 */
export async function settlePayment(app: App, paymentId: string): Promise<PaymentOrder | null> {
  const gateway = requireGateway(app)
  const payment = await gateway.readPayment(paymentId)
  if (!payment?.reference || !validate(payment.reference)) return null
  const { reference } = payment
  return transact(app, null, async (tx) => {
    const order = await lockOrder(tx, reference)
    if (!order || payment.status !== 'paid') return order
    const paid = { payment, isLive: gateway.isLive }
    if (order.paidAt === null) await take(tx, order, paid)
    if (order.paymentId !== payment.id) {
      requireOwn(order, paid)
      await followSurplus(tx, order, payment)
      return order
    }
    await followRefunds(tx, order, payment)
    return order
  })
}

type Paid = { payment: Payment; isLive: boolean }

/**
 * Gives what an order has paid for. Money for something that cannot be given any more is a surplus, which goes back; told of
 * again, it stays one.
 */
async function take(tx: Tx, order: PaymentOrder, paid: Paid): Promise<void> {
  if (await isSurplus(tx, paid.payment.id)) return
  const { canSettle } = orderKindOf(tx.app, order)
  if (!canSettle || (await canSettle(tx, order))) return credit(tx, order, paid)
  await failOrder(tx, order, 'expired')
  Object.assign(order, { status: 'refunded', failure: null, refunded: order.amount })
  await tx.em.flush()
}

async function credit(tx: Tx, order: PaymentOrder, { payment, isLive }: Paid): Promise<void> {
  requireOwn(order, { payment, isLive })
  if (payment.amount !== order.amount) throw notAsked(order, payment)
  Object.assign(order, { status: 'paid', failure: null, paymentId: payment.id, paidAt: tx.now, refunded: 0 })
  await tx.em.flush()
  await confirmRedemption(tx, order.id)
  if (orderKindOf(tx.app, order).savesCard) await keepCard(tx, order, payment.card)
  await orderKindOf(tx.app, order).settle(tx, order)
}

/** A payment of the provider's test mode, or in another currency, is none of the site. */
function requireOwn(order: PaymentOrder, { payment, isLive }: Paid): void {
  if (payment.isLive !== isLive || payment.currency !== order.currency.toLowerCase()) throw notAsked(order, payment)
}

function notAsked({ id }: PaymentOrder, payment: Payment): Error {
  return new Error(`the payment ${payment.id} is not what the order ${id} asked for`)
}
