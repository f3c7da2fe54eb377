import type { Tx } from '../../../../infra/database/transaction.ts'
import type { OrderFailure } from '../../../../infra/payments/order-kind.ts'
import { releaseRedemption } from '../../coupons/redeem.ts'
import type { PaymentOrder } from './entity.ts'
import { orderKindOf } from './order-kinds.ts'

/** Ends an order that was not paid, under the lock of its row; nothing where it is at its end already. */
export async function failOrder(tx: Tx, order: PaymentOrder, failure: OrderFailure): Promise<void> {
  if (order.status !== 'created' && order.status !== 'open') return
  Object.assign(order, { status: failure === 'expired' ? 'expired' : 'failed', failure })
  await tx.em.flush()
  await releaseRedemption(tx, order.id)
  await orderKindOf(tx.app, order).fail?.(tx, order, failure)
}
