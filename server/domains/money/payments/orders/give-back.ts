import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { requireGateway } from '../require-gateway.ts'
import { PaymentOrder } from './entity.ts'
import { settlePayment } from './settle.ts'

/**
 * Gives cents of a paid order back to its card, and takes back what they had paid for; all that is left unless told. `key`
 * names the refund: asked for again, it is one. Refuses as `not-found` an unknown order, as `invalid` what is no amount, as
 * `conflict` one that is not paid, was disputed, or has less left.
 */
export async function giveOrderBack(
  app: App,
  { orderId, cents, key }: { orderId: string; cents?: number; key: string },
): Promise<number> {
  const order = await app.orm.em.fork().findOne(PaymentOrder, { id: orderId })
  if (!order) throw new Refusal('not-found', 'There is no such payment.')
  if (order.status !== 'paid' || order.paymentId == null)
    throw new Refusal('conflict', 'This payment cannot be given back any more.')
  const left = order.amount - order.refunded
  const amount = cents ?? left
  if (!Number.isInteger(amount) || amount < 1) throw new Refusal('invalid', 'Whole cents only.')
  if (amount > left) throw new Refusal('conflict', `Only ${left} cents of this payment are left to give back.`)
  await requireGateway(app).refund({ paymentId: order.paymentId, amount, key })
  await settlePayment(app, order.paymentId)
  return amount
}
