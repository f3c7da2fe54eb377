import type { Charge as ChargeView, Sale } from '@vesper/sync/vesper/api/charges.ts'
import { avatarUrl } from '../../../infra/files/views.ts'
import { PER_CENT } from '../units.ts'
import type { Charge } from './entity.ts'

/** The other side of a payment, as its SQL gives it. */
export type Side = { id: string; name: string; username: string | null; avatar: string | null }

/** A charge for the account that paid it. */
export function chargeView(charge: Charge, performer: Side, currency: string): Omit<ChargeView, 'balance'> {
  return {
    _id: charge.id,
    type: charge.type,
    targetId: charge.targetId,
    performer: sideView(performer),
    tokens: charge.tokens,
    amount: charge.tokens * charge.tokenCents,
    tax: Math.round(charge.tax / Number(PER_CENT)),
    currency,
    status: charge.status,
    refundedTokens: charge.refundedTokens,
    message: charge.message,
    createdAt: charge.createdAt.toISOString(),
  }
}

/** A charge for the creator who earns from it. */
export function saleView(charge: Charge, fan: Side, currency: string): Sale {
  return {
    _id: charge.id,
    type: charge.type,
    targetId: charge.targetId,
    fan: sideView(fan),
    tokens: charge.tokens,
    gross: charge.tax + charge.share + charge.revenue,
    tax: charge.tax,
    commission: charge.revenue,
    net: charge.share,
    currency,
    state: charge.state,
    availableAt: charge.availableAt.toISOString(),
    message: charge.message,
    createdAt: charge.createdAt.toISOString(),
  }
}

function sideView({ id, name, username, avatar }: Side) {
  return { _id: id, name, username, avatar: avatarUrl(avatar) }
}
