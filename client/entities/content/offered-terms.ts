import { priceOf, TERMS } from '@vesper/sync/vesper/records/subscription.ts'
import type { SubscriptionOffer, SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'

/** A term that a creator offers; `price` in cents, 0 for a free one. */
export type OfferedTerm = { type: SubscriptionType; price: number }

/** The terms that a creator offers, the shortest paid one first and the free one last. */
export function offeredTerms(offer: SubscriptionOffer | null | undefined, isFreeOn: boolean): OfferedTerm[] {
  if (!offer) return []
  const paid = TERMS.flatMap((type): OfferedTerm[] => {
    const price = priceOf(offer, type)
    return price === null ? [] : [{ type, price }]
  })
  return offer.isFree && isFreeOn ? [...paid, { type: 'free', price: 0 }] : paid
}
