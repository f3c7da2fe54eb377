import type { JoinOffer, Offer as OfferAnswer } from '@vesper/sync/vesper/api/offers.ts'
import type { SubscriptionOffer } from '@vesper/sync/vesper/records/subscription.ts'
import { priceOf } from '@vesper/sync/vesper/records/subscription.ts'
import { participantView } from '../../people/accounts/views.ts'
import { discountedPrice } from './discounted-price.ts'
import type { Offer } from './entity.ts'
import type { FoundOffer } from './find-offer.ts'
import { stateOf } from './policy.ts'
import type { Figures } from './queries.ts'

const none = { uses: 0, started: 0, subscribedAfter: 0, earned: 0 }

/** An offer for its creator. */
export function offerView(
  offer: Offer,
  { figures = none, now }: { figures?: Omit<Figures, 'offerId'> | undefined; now: Date },
): OfferAnswer {
  const { uses, started, subscribedAfter, earned } = figures
  return {
    ...{ _id: offer.id, ...promiseOf(offer), terms: offer.terms, audience: offer.audience },
    ...{ listId: offer.listId ?? null, usesMax: offer.usesMax ?? null },
    ...{ state: stateOf(offer, uses, now), uses, started, subscribedAfter, earned },
    createdAt: offer.createdAt.toISOString(),
  }
}

/** An offer for those who follow its link. `sold` are the creator's prices. */
export function joinView(
  { offer, creator, isOwn }: FoundOffer,
  { sold, tokenCents }: { sold: SubscriptionOffer; tokenCents: number },
): JoinOffer {
  const percent = offer.percent ?? null
  const prices = offer.terms.flatMap((type) => {
    const before = priceOf(sold, type)
    return before === null || percent === null
      ? []
      : [{ type, before, after: discountedPrice(before, percent, tokenCents) }]
  })
  return { ...promiseOf(offer), creator: participantView(creator), prices, canUse: !isOwn }
}

function promiseOf({ code, kind, days, percent, endsAt }: Offer) {
  return { code, kind, days: days ?? null, percent: percent ?? null, endsAt: endsAt?.toISOString() ?? null }
}
