import type { Charge as ChargeView } from '@vesper/sync/vesper/api/charges.ts'
import { avatarUrl } from '../../../../infra/files/views.ts'
import { PER_CENT } from '../cents.ts'
import type { Charge } from './entity.ts'

/** The other side of a payment, as its SQL gives it. */
export type Side = { id: string; name: string; username: string | null; avatar: string | null }

/** A charge for the account that paid it. */
export function chargeView(
  charge: Charge,
  { performer, title = '', picture = null }: { performer: Side; title?: string | undefined; picture?: string | null },
  currency: string,
): Omit<ChargeView, 'balance'> {
  return {
    _id: charge.id,
    type: charge.type,
    targetId: charge.targetId,
    title,
    picture,
    performer: sideView(performer),
    tokens: charge.tokens,
    amount: charge.tokens * charge.tokenCents,
    tax: Math.round(charge.tax / Number(PER_CENT)),
    taxBps: charge.taxBps,
    currency,
    number: charge.number,
    status: charge.status,
    refundedTokens: charge.refundedTokens,
    message: charge.message,
    item: charge.item ?? null,
    seconds: charge.seconds ?? null,
    createdAt: charge.createdAt.toISOString(),
  }
}

/** The other side for a client. */
export function sideView({ id, name, username, avatar }: Side) {
  return { _id: id, name, username, avatar: avatarUrl(avatar) }
}
