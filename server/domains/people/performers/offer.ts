import type { SubscriptionOffer } from '@vesper/sync/vesper/records/subscription.ts'
import type { Performer } from './entity.ts'

type Priced = Pick<
  Performer,
  'monthlyPrice' | 'quarterlyPrice' | 'halfYearlyPrice' | 'yearlyPrice' | 'isFreeSubscription'
>

/** The terms on which a creator takes subscriptions, in cents. */
export function offerOf(performer: Priced): SubscriptionOffer {
  return {
    prices: {
      monthly: performer.monthlyPrice ?? null,
      quarterly: performer.quarterlyPrice ?? null,
      halfYearly: performer.halfYearlyPrice ?? null,
      yearly: performer.yearlyPrice ?? null,
    },
    isFree: performer.isFreeSubscription,
  }
}
