import { validate } from 'uuid'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { GatewayEvent } from '../../../infra/payments/gateway-event.ts'
import { confirmCardSetup } from './cards/confirm.ts'
import { settleDispute } from './orders/disputes.ts'
import { PaymentOrder } from './orders/entity.ts'
import { settleCheckout, settlePayment } from './orders/settle.ts'
import { noteFailedCard } from './orders/velocity.ts'
import { requireGateway } from './require-gateway.ts'

/** The handlers of the provider's events, by type: each reads the object again. Other types are not followed. */
export async function followEvent(app: App, { type, objectId }: GatewayEvent): Promise<void> {
  if (type.startsWith('checkout.session.')) {
    const order = await settleCheckout(app, objectId)
    if (!order) await confirmCardSetup(app, objectId)
  } else if (type === 'payment_intent.succeeded') await settlePayment(app, objectId)
  else if (type === 'payment_intent.payment_failed') await noteFailure(app, objectId)
  else if (type === 'charge.refunded') {
    const paymentId = await requireGateway(app).paymentOfCharge(objectId)
    if (paymentId !== null) await settlePayment(app, paymentId)
  } else if (type.startsWith('refund.') || type.startsWith('charge.refund.')) {
    const paymentId = await requireGateway(app).paymentOfRefund(objectId)
    if (paymentId !== null) await settlePayment(app, paymentId)
  } else if (type.startsWith('charge.dispute.')) await settleDispute(app, objectId)
}

async function noteFailure(app: App, paymentId: string): Promise<void> {
  const payment = await requireGateway(app).readPayment(paymentId)
  const { reference, refusedAttempt } = payment ?? { reference: null, refusedAttempt: null }
  if (reference === null || refusedAttempt === null || !validate(reference)) return
  await transact(app, null, async (tx) => {
    const order = await tx.em.findOne(PaymentOrder, { id: reference })
    if (order && !order.isRenewal) await noteFailedCard(tx, { userId: order.userId, attempt: refusedAttempt })
  })
}
