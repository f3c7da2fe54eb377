import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import { SUBSCRIPTION_CONSENT } from '@vesper/sync/vesper/api/subscriptions.ts'
import type { Subscription, SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'
import type { OfferedTerm } from '../../entities/content/offered-terms.ts'
import type { WayToPay } from './pay-choice.tsx'

type Chosen = {
  performerId: string
  type: SubscriptionType | undefined
  /** Cents that are paid now. */
  price: number
  way: WayToPay
  /** The code that lowers the price: a coupon, or a creator's offer. */
  coupon: { code: string; isOffer?: boolean } | null
}

/** The request that buys a term, without its id. */
export function purchaseOf({ way, coupon, ...term }: Chosen) {
  const paidBy =
    way === 'wallet' ? { source: 'wallet' } : { source: 'card', ...(way !== 'new-card' && { cardId: way }) }
  const code = coupon && (coupon.isOffer ? { offerCode: coupon.code } : { couponCode: coupon.code })
  return {
    path: '/payment/subscribe/performers',
    body: { ...term, ...paidBy, ...code, consent: SUBSCRIPTION_CONSENT },
  }
}

/**
 * The terms that can be bought. A renewal that is not paid comes first, at the price that was agreed; beside a subscription
 * that lasts, no free term is sold.
 */
export function termsFor(held: Subscription | null, offered: readonly OfferedTerm[]): OfferedTerm[] {
  if (!held) return [...offered]
  const paid = offered.filter(({ type }) => type !== 'free')
  if (held.status !== 'past_due' || held.nextPrice === null || held.nextPrice === 0) return paid
  return [{ type: held.type, price: held.nextPrice }, ...paid.filter(({ type }) => type !== held.type)]
}

/** The way to pay that a sheet begins with. A failed renewal begins with one that has not failed. */
export function firstWay({
  held,
  cards,
  balance,
  tokens,
}: {
  held: Subscription | null
  cards: readonly Card[]
  balance: number | undefined
  tokens: number
}): WayToPay {
  const used = held?.card ?? null
  const same = cards.find(({ brand, last4 }) => used !== null && brand === used.brand && last4 === used.last4)
  const isRefused = held?.status === 'past_due' && held.problem === 'card'
  if (same && !isRefused) return same._id
  if (balance === undefined || balance >= tokens) return 'wallet'
  return cards.find((card) => card !== same)?._id ?? 'new-card'
}
