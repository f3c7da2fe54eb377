import { priceOf } from '@vesper/sync/vesper/records/subscription.ts'
import type { SubscriptionOffer, SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'
import type { SettingValues } from '../../../site/settings/defaults.ts'
import type { Subscription } from '../entity.ts'

type FreeSettings = Pick<SettingValues, 'freeSubscriptionEnabled'>

/** The present price of a type in cents; null where the creator does not offer it. */
export function offeredPrice(offer: SubscriptionOffer, type: SubscriptionType, settings: FreeSettings): number | null {
  if (type === 'free') return offer.isFree && settings.freeSubscriptionEnabled ? 0 : null
  return priceOf(offer, type)
}

/**
 * The cost of the next term in cents; null where none follows. A lower price holds with the renewal. A higher one holds once
 * the subscriber has agreed to it, by buying again. A term that is no longer sold goes on for its subscribers.
 */
export function renewalPrice(
  { type, price, autoRenew }: Pick<Subscription, 'type' | 'price' | 'autoRenew'>,
  offer: SubscriptionOffer,
  settings: FreeSettings,
): number | null {
  if (!autoRenew) return null
  const offered = offeredPrice(offer, type, settings)
  if (type === 'free') return offered
  return offered === null ? price : Math.min(price, offered)
}
