import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { centsOf } from '../money/cents.ts'
import { discountedPrice } from './discounted-price.ts'
import { OfferUse } from './entity.ts'
import { lockOffer, offerEnded, pastOf } from './find-offer.ts'

/** A first term that an offer is to lower: `id` names the purchase, `price` is in cents. */
type FirstTerm = {
  id: string
  userId: string
  performerId: string
  type: SubscriptionType
  price: number
  code: string
  /** `reserved`: until the order is paid. `confirmed`: it is paid in this transaction, by the charge with its id. */
  status: 'reserved' | 'confirmed'
}

/**
 * Uses a discount for a first term, and answers its price in cents. The row of the offer stays locked until the transaction
 * ends. Refuses as `not-found` with one sentence a code that cannot be used for it, whatever the reason, as `conflict`
 * an id that stands for another use.
 */
export async function takeDiscount(tx: Tx, { code, price: full, type, ...use }: FirstTerm): Promise<number> {
  if ((await tx.em.count(OfferUse, { id: use.id })) > 0)
    throw new Refusal('conflict', 'This was used for something else.')
  const { offer } = await lockOffer(tx, code, use.userId)
  const isMeant = offer.performerId === use.performerId && type !== 'free' && offer.terms.includes(type)
  if (offer.percent == null || !isMeant) throw offerEnded()
  const { tokenValue } = await tx.app.settings.readIn(tx)
  const price = discountedPrice(full, offer.percent, Number(centsOf(tokenValue)))
  const chargeId = use.status === 'confirmed' ? use.id : null
  tx.em.create(OfferUse, { ...use, offerId: offer.id, kind: 'discount', price, chargeId, createdAt: tx.now })
  await tx.em.flush()
  return price
}

/** The order of a use was paid, also after it was given up: the price that was paid stands. */
export async function confirmUse(tx: Tx, { id, chargeId }: { id: string; chargeId: string }): Promise<void> {
  const use = await tx.em.findOne(OfferUse, { id })
  if (use) Object.assign(use, { status: 'confirmed', chargeId })
}

/**
 * Tells if the paid order of a use still buys a first term: its fan is not subscribed by now, and has not used the offer
 * otherwise. Callers hold the lock of the account's subscriptions.
 */
export async function isStillFirst(
  tx: Tx,
  { id, ...pair }: Pick<FirstTerm, 'id' | 'userId' | 'performerId'>,
): Promise<boolean> {
  if ((await pastOf(tx.em, { ...pair, now: tx.now })).isSubscribed) return false
  const use = await tx.em.findOneOrFail(OfferUse, { id })
  const { offerId, userId } = use
  return (await tx.em.count(OfferUse, { offerId, userId, status: { $ne: 'released' }, id: { $ne: id } })) === 0
}

/** The order of a use is not paid: the use is free again. */
export async function releaseUse(tx: Tx, id: string): Promise<void> {
  const use = await tx.em.findOne(OfferUse, { id, status: 'reserved' })
  if (use) use.status = 'released'
}

/** Refuses as `invalid` a purchase with two codes. */
export function requireOneCode({
  couponCode,
  offerCode,
}: {
  couponCode?: string | undefined
  offerCode?: string | undefined
}): void {
  if (couponCode !== undefined && offerCode !== undefined)
    throw new Refusal('invalid', 'Use one code at a time.', [{ path: 'offerCode', message: 'Use one code at a time.' }])
}
