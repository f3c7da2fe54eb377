import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { followCreator } from '../../../people/follows/follow-creator.ts'
import { redeemCoupon } from '../../coupons/redeem.ts'
import { centsOf } from '../../money/cents.ts'
import { takeCharge } from '../../money/charges/take.ts'
import { requireOneCode, takeDiscount } from '../../offers/take-discount.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import { Subscription, SubscriptionPeriod } from '../entity.ts'
import { sendWelcome } from '../mails.ts'
import { agreedPrice, requireSeenPrice } from '../prices/agreed-price.ts'
import { tellOfSubscription } from '../tell-of-subscription.ts'
import { addPeriod } from './add-period.ts'
import { beginSubscription, findRoom } from './begin.ts'
import type { Subscribing } from './begin.ts'

/**
 * Subscribes the actor to a creator, or adds a term to what is subscribed already, and pays for it from the wallet. The same
 * request again, at once too, is the same purchase. Refuses as `conflict` an id that stands for something else and another
 * price, and whatever `agreedPrice`, `findRoom`, `redeemCoupon`, `takeDiscount` and `takeCharge` refuse.
 */
export async function subscribe(tx: Tx, wanted: Subscribing): Promise<{ subscription: Subscription; isNew: boolean }> {
  const { userId } = requireActor(tx)
  // Two devices and the renewals of the account at once: one after another.
  await lock(tx, 'subscription', userId)
  const known = await knownPurchase(tx, userId, wanted)
  if (known) return { subscription: known, isNew: false }
  const { _id: id, type, consent } = wanted
  const { price: agreed } = await agreedPrice(tx, userId, wanted)
  const open = await findRoom(tx, userId, wanted)
  const price = await priceWithCode(tx, userId, { ...wanted, price: agreed })
  requireSeenPrice(wanted, price)
  const subscription = open ?? (await beginSubscription(tx, { ...wanted, id, userId, price: agreed }))
  const tokens = price > 0 ? await pay(tx, subscription, { id, price }) : 0
  const source = price > 0 ? ('wallet' as const) : null
  const isFirst = subscription.months === 0
  await addPeriod(tx, subscription, { id, type, price, agreed, source, consent })
  if (isFirst) await followCreator(tx, subscription)
  if (isFirst || tokens > 0) await tellOfSubscription(tx, subscription, { step: isFirst ? 'begun' : 'renewed', tokens })
  await sendWelcome(tx, subscription, price)
  return { subscription, isNew: true }
}

/** The price of a term in cents after its coupon or its offer, which is used up with it. */
async function priceWithCode(
  tx: Tx,
  userId: string,
  { _id: id, performerId, type, price, couponCode, offerCode }: Subscribing,
): Promise<number> {
  requireOneCode({ couponCode, offerCode })
  const status = 'confirmed' as const
  if (offerCode !== undefined)
    return takeDiscount(tx, { id, userId, performerId, type, price, code: offerCode, status })
  if (couponCode === undefined) return price
  const use = { userId, performerId, kind: 'subscription', amount: price, refId: id, status } as const
  return (await redeemCoupon(tx, { ...use, code: couponCode })).amount
}

/** The subscription that this purchase went to before. Refuses as `conflict` an id that stands for something else. */
async function knownPurchase(tx: Tx, userId: string, { _id: id, performerId, ...wanted }: Subscribing) {
  const period = await tx.em.findOne(SubscriptionPeriod, { id })
  if (!period) {
    if ((await tx.em.count(PaymentOrder, { id })) > 0) throw usedElsewhere()
    return null
  }
  const { type, price, subscriptionId } = period
  const subscription = await tx.em.findOne(Subscription, { id: subscriptionId, userId, performerId })
  const isSame = subscription && type === wanted.type && price === wanted.price
  if (!isSame) throw usedElsewhere()
  return subscription
}

export function usedElsewhere(): Refusal {
  return new Refusal('conflict', 'This was used for something else.')
}

/** The tokens of a price in cents. A price of before the value of a token had changed is rounded up. */
export async function tokensOf(tx: Tx, price: number): Promise<number> {
  const { tokenValue } = await tx.app.settings.readIn(tx)
  return Math.ceil(price / Number(centsOf(tokenValue)))
}

/** Pays for a term with tokens, and answers how many. Prices are whole tokens. */
export async function pay(
  tx: Tx,
  { id: targetId, userId: fanId, performerId }: Subscription,
  { id, price }: { id: string; price: number },
): Promise<number> {
  const tokens = await tokensOf(tx, price)
  await takeCharge(tx, { id, type: 'subscription', targetId, performerId, fanId, tokens })
  return tokens
}
