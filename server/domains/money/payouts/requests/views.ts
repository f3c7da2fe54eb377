import type { Calculation, Payee, Payout as PayoutView } from '@vesper/sync/vesper/api/payouts.ts'
import type { PayoutDetails } from '../details/entity.ts'
import type { Payout } from './entity.ts'
import type { PayoutStanding } from './payout-standing.ts'
import { payoutReasons } from './reasons.ts'

/** A payout for its creator. */
export function payoutView(payout: Payout): PayoutView {
  return {
    _id: payout.id,
    status: payout.status,
    method: payout.method,
    last4: payout.last4,
    amount: payout.amount,
    fee: payout.fee,
    net: payout.amount - payout.fee,
    currency: payout.currency,
    note: payout.note,
    reason: payout.reason ?? null,
    timeline: payout.timeline,
    createdAt: payout.createdAt.toISOString(),
    updatedAt: payout.updatedAt.toISOString(),
  }
}

/** The payout of an amount, or of all that is available. */
export function calculationView(
  { facts, details, version, fee, currency }: PayoutStanding,
  amount: number = Math.max(facts.available, 0),
): Calculation {
  return {
    ...{ available: facts.available, minimum: facts.minimum, currency, version },
    ...{ gross: amount, fee: Math.min(fee, amount), net: Math.max(amount - fee, 0) },
    payee: payeeView(details),
    reasons: payoutReasons(facts),
  }
}

/** Where a creator's money goes, as far as it leaves the server. */
export function payeeView(details: PayoutDetails | null): Payee {
  const { bankLast4, bankCountry, bankChangedAt, lockedUntil } = details ?? {}
  const hasBank = bankLast4 != null && bankCountry != null && bankChangedAt != null
  return {
    method: details?.method ?? null,
    bank: hasBank ? { last4: bankLast4, country: bankCountry, changedAt: bankChangedAt.toISOString() } : null,
    stripe: details?.accountId == null ? 'none' : details.isAccountReady ? 'ready' : 'onboarding',
    lockedUntil: lockedUntil?.toISOString() ?? null,
  }
}
