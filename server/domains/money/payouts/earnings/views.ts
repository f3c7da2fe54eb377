import type { Sale } from '@vesper/sync/vesper/api/earnings.ts'
import type { Charge } from '../../money/charges/entity.ts'
import { sideView } from '../../money/charges/views.ts'
import type { Side } from '../../money/charges/views.ts'

/** A charge for the creator who earns from it. */
export function saleView(charge: Charge, fan: Side, currency: string): Sale {
  return {
    _id: charge.id,
    type: charge.type,
    targetId: charge.targetId,
    fan: sideView(fan),
    tokens: charge.orderId == null ? charge.tokens : 0,
    gross: charge.tax + charge.share + charge.revenue,
    tax: charge.tax,
    commission: charge.revenue,
    net: charge.share,
    refunded: charge.refundedShare,
    currency,
    state: charge.state,
    availableAt: charge.disputeId == null ? (charge.availableAt?.toISOString() ?? null) : null,
    payoutId: charge.payoutId ?? null,
    message: charge.message,
    createdAt: charge.createdAt.toISOString(),
  }
}
