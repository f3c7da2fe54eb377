import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Refunded } from '../../../../infra/hooks.ts'
import { lockOrder } from '../lock-order.ts'
import { movePayment } from '../move-order.ts'
import { closeFiles, restOf } from './refund-order.ts'

/**
 * Follows a refund of an order's charge that the operator made past the order. One that the order itself has made is in it
 * already.
 */
export async function followRefund(tx: Tx, { chargeId, tokens, refunded, isWhole }: Refunded): Promise<void> {
  const locked = await lockOrder(tx, { id: chargeId })
  if (!locked || locked.order.refunded === refunded) return
  const { order, lines } = locked
  order.refunded = refunded
  if (isWhole) {
    for (const line of lines) {
      const rest = restOf(line)
      line.refundedQuantity += rest.quantity
      line.refundedTokens += rest.tokens
    }
  }
  movePayment(tx, locked, { event: isWhole ? 'whole' : 'part', by: 'staff', note: `${tokens} tokens` })
  if (isWhole) await closeFiles(tx, locked)
}
