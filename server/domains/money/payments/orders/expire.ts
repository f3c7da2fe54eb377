import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { PaymentCustomer } from '../cards/entity.ts'
import { requireGateway } from '../require-gateway.ts'
import type { PaymentOrder } from './entity.ts'
import { failOrder } from './fail.ts'
import { lockOrder } from './lock-order.ts'
import { settleCheckout, settlePayment } from './settle.ts'

/**
 * Ends an order whose time is over, unless its money has come: an answer or an event of the provider may have been lost. An
 * order whose page the provider still keeps open stays open; one whose page it does not know any more ends.
 */
export async function expireOrder(app: App, order: PaymentOrder): Promise<PaymentOrder> {
  if (order.checkoutId != null) {
    const isKnown = (await requireGateway(app).readCheckout(order.checkoutId)) !== null
    if (isKnown) return (await settleCheckout(app, order.checkoutId)) ?? order
  }
  const paid = order.cardId == null ? null : await findPaid(app, order)
  if (paid) return paid
  return transact(app, null, async (tx) => {
    const locked = await lockOrder(tx, order.id)
    if (!locked) return order
    // One that got a page meanwhile is looked at with it, the next time.
    if (locked.checkoutId === order.checkoutId) await failOrder(tx, locked, 'expired')
    return locked
  })
}

/** The order, paid, where its card was charged and the answer was lost. */
async function findPaid(app: App, { id, userId, createdAt }: PaymentOrder): Promise<PaymentOrder | null> {
  const customer = await app.orm.em.fork().findOne(PaymentCustomer, { userId })
  if (!customer) return null
  const order = { orderId: id, customerId: customer.customerId, since: createdAt }
  const payment = await requireGateway(app).findPayment(order)
  return payment && settlePayment(app, payment.id)
}
