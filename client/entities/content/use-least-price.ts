import type { SubscriptionOffer } from '@vesper/sync/vesper/records/subscription.ts'
import { useUnit } from 'effector-react'
import { $settings } from '../../core/settings/model.ts'
import { formatMoney } from '../../ui/text/format-money.ts'

/** Returns a function that words the least price of a subscription in money; null without one, or before the currency is known. */
export function useLeastPrice(locale: string): (offer: SubscriptionOffer | null | undefined) => string | null {
  const settings = useUnit($settings)
  return (offer) => {
    const prices = Object.values(offer?.prices ?? {}).filter((price) => price !== null)
    return settings && prices.length > 0 ? formatMoney(Math.min(...prices), settings.currency, locale) : null
  }
}
