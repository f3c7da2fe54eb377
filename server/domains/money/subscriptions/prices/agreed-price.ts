import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { SUBSCRIPTION_TYPES } from '@vesper/sync/vesper/records/subscription.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { User } from '../../../people/accounts/entity.ts'
import { Performer } from '../../../people/performers/entity.ts'
import { offerOf } from '../../../people/performers/offer.ts'
import { findCreator } from '../../../people/performers/queries.ts'
import { Subscription } from '../entity.ts'
import type { Subscribing } from '../purchase/begin.ts'
import { offeredPrice, renewalPrice } from './offer.ts'

/**
 * The price of a term in cents before any coupon, and its creator. A renewal that was not paid keeps the price that was
 * agreed. Refuses as `not-found` whoever is no creator open to the account, as `forbidden` oneself and a creator without
 * prices, as `conflict` a term that is not sold.
 */
export async function agreedPrice(
  tx: Tx,
  userId: string,
  { performerId, type }: Pick<Subscribing, 'performerId' | 'type'>,
): Promise<{ price: number; creator: User }> {
  if (userId === performerId) throw new Refusal('forbidden', 'You cannot subscribe to yourself.')
  const creator = await findCreator(tx.em, performerId, { userId })
  const settings = await tx.app.settings.readIn(tx)
  const offer = offerOf(await tx.em.findOneOrFail(Performer, { userId: creator.id }))
  const unpaid = await tx.em.findOne(Subscription, { userId, performerId, type, status: 'past_due' })
  const renewal = unpaid && renewalPrice(unpaid, offer, settings)
  if (renewal !== null) return { price: renewal, creator }
  const prices = SUBSCRIPTION_TYPES.map((one) => offeredPrice(offer, one, settings))
  if (prices.every((one) => one === null)) throw new Refusal('forbidden', 'This creator takes no subscriptions.')
  const price = offeredPrice(offer, type, settings)
  if (price === null) throw new Refusal('conflict', 'This creator does not offer this term any more.')
  return { price, creator }
}

/** Refuses as `conflict` a price that is another one than the buyer saw, with the one that is asked now. */
export function requireSeenPrice({ price: seen }: Pick<Subscribing, 'price'>, price: number): void {
  if (seen === price) return
  const text = 'The price has changed. Nothing was charged.'
  throw new Refusal('conflict', text, [{ path: 'price', message: String(price) }])
}
