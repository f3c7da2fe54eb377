import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SubscribeBody } from '@vesper/sync/vesper/api/subscriptions.ts'
import { SUBSCRIPTION_TYPES, SUBSCRIPTIONS_MAX } from '@vesper/sync/vesper/records/subscription.ts'
import type * as v from 'valibot'
import { lock } from '../../infra/database/lock.ts'
import { requireActor } from '../../infra/database/require-actor.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { setFollow } from '../follows/commands.ts'
import { Follow } from '../follows/entity.ts'
import { takeCharge } from '../money/charges/take.ts'
import { centsOf } from '../money/units.ts'
import { Performer } from '../performers/entity.ts'
import { offerOf } from '../performers/offer.ts'
import { findCreator } from '../performers/queries.ts'
import { addPeriod } from './add-period.ts'
import { Subscription, SubscriptionPeriod } from './entity.ts'
import { sendWelcome } from './mails.ts'
import { offeredPrice } from './offer.ts'

export type Subscribing = v.InferOutput<typeof SubscribeBody>

/**
 * Subscribes the actor to a creator, or adds a term to what is subscribed already, and pays for it from the wallet. The same
 * request again, at once too, is the same purchase. Refuses as `not-found` whoever is no creator open to others, as
 * `forbidden` oneself and a creator without prices, as `conflict` a term that is not sold, another price and a free term
 * beside one that lasts, and whatever `takeCharge` refuses.
 */
export async function subscribe(tx: Tx, wanted: Subscribing): Promise<{ subscription: Subscription; isNew: boolean }> {
  const { userId } = requireActor(tx)
  // Two devices and the renewals of the account at once: one after another.
  await lock(tx, 'subscription', userId)
  const known = await knownPurchase(tx, userId, wanted)
  if (known) return { subscription: known, isNew: false }
  const { _id: id, performerId, type, price, consent } = wanted
  await requireOffer(tx, userId, wanted)
  const open = await tx.em.findOne(Subscription, { userId, performerId, endedAt: null })
  if (open && type === 'free') throw new Refusal('conflict', 'You are subscribed already.')
  if (!open) await requireRoom(tx, userId)
  const subscription = open ?? (await begin(tx, userId, wanted))
  if (price > 0) await pay(tx, subscription, { id, price })
  const source = price > 0 ? ('wallet' as const) : null
  await addPeriod(tx, subscription, { id, type, price, source, consent })
  if (!open) await follow(tx, userId, performerId)
  await sendWelcome(tx, subscription)
  return { subscription, isNew: true }
}

/** The subscription that this purchase went to before. Refuses as `conflict` an id that stands for something else. */
async function knownPurchase(tx: Tx, userId: string, { _id: id, performerId, ...wanted }: Subscribing) {
  const period = await tx.em.findOne(SubscriptionPeriod, { id })
  if (!period) return null
  const { type, price, subscriptionId } = period
  const subscription = await tx.em.findOne(Subscription, { id: subscriptionId, userId, performerId })
  const isSame = subscription && type === wanted.type && price === wanted.price
  if (!isSame) throw new Refusal('conflict', 'This was used for something else.')
  return subscription
}

async function requireOffer(tx: Tx, userId: string, { performerId, type, price, source }: Subscribing): Promise<void> {
  if (userId === performerId) throw new Refusal('forbidden', 'You cannot subscribe to yourself.')
  const creator = await findCreator(tx.em, performerId, { userId })
  const [performer, settings] = [
    await tx.em.findOneOrFail(Performer, { userId: creator.id }),
    await tx.app.settings.readIn(tx),
  ]
  const offer = offerOf(performer)
  const prices = SUBSCRIPTION_TYPES.map((one) => offeredPrice(offer, one, settings))
  if (prices.every((one) => one === null)) throw new Refusal('forbidden', 'This creator takes no subscriptions.')
  const offered = offeredPrice(offer, type, settings)
  if (offered === null) throw new Refusal('conflict', 'This creator does not offer this term any more.')
  if (offered !== price) {
    const text = 'The price has changed. Nothing was charged.'
    throw new Refusal('conflict', text, [{ path: 'price', message: String(offered) }])
  }
  if (price > 0 && source === 'card') {
    throw new Refusal('unavailable', 'Cards cannot pay for subscriptions yet. Pay with tokens.')
  }
}

async function requireRoom(tx: Tx, userId: string): Promise<void> {
  const count = await tx.em.count(Subscription, { userId, endedAt: null })
  if (count < SUBSCRIPTIONS_MAX) return
  throw new Refusal('forbidden', `You have ${SUBSCRIPTIONS_MAX} subscriptions, the limit. Cancel one first.`)
}

async function begin(tx: Tx, userId: string, { _id: id, performerId, type, price }: Subscribing) {
  const { currency } = await tx.app.settings.readIn(tx)
  const { now } = tx
  return tx.em.create(Subscription, {
    ...{ id, userId, performerId, type, price, currency, priceId: null, source: null, cardId: null },
    ...{ status: 'incomplete', autoRenew: false, problem: null, remindAt: null, endedAt: null },
    ...{ anchor: now, months: 0, paidThrough: now, graceUntil: null, accessUntil: now, dueAt: now },
    ...{ createdAt: now, updatedAt: now },
  })
}

/** Pays for a term with tokens. Prices are whole tokens. */
export async function pay(
  tx: Tx,
  { id: targetId, userId: fanId, performerId }: Subscription,
  { id, price }: { id: string; price: number },
): Promise<void> {
  const { tokenValue } = await tx.app.settings.readIn(tx)
  // A price of before the value of a token had changed is rounded up.
  const tokens = Math.ceil(price / Number(centsOf(tokenValue)))
  await takeCharge(tx, { id, type: 'subscription', targetId, performerId, fanId, tokens })
}

/** A subscriber has the creator's channel on each device. Somebody who follows too many subscribes all the same. */
async function follow(tx: Tx, followerId: string, performerId: string): Promise<void> {
  if (await tx.em.findOne(Follow, { followerId, performerId })) return
  try {
    await setFollow(tx, { performerId, following: true })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
