import * as v from 'valibot'
import { Participant } from '../records/conversation.ts'
import { Subscription, SUBSCRIPTION_TYPES } from '../records/subscription.ts'
import { listOf, listQuery, queryChoice, uuid } from './fields.ts'

/** The version of the terms that a subscriber agrees to. It is stored with each term that is bought. */
export const SUBSCRIPTION_CONSENT = '2026-11'

/**
 * `POST /payment/subscribe/performers`. `price` is what the buyer saw, in cents; at another one nothing is charged. `_id` is
 * made when the dialog opens: sent again, it is the same purchase.
 */
export const SubscribeBody = v.object({
  _id: v.pipe(uuid, v.toLowerCase()),
  performerId: v.pipe(uuid, v.toLowerCase()),
  type: v.picklist(SUBSCRIPTION_TYPES, 'Choose a term.'),
  price: v.pipe(v.number(), v.integer(), v.minValue(0)),
  source: v.optional(v.picklist(['wallet', 'card']), 'wallet'),
  /** The saved card that pays; without one the pay page asks for a card, which is saved for the renewals. */
  cardId: v.optional(v.pipe(uuid, v.toLowerCase())),
  /** A coupon for this term; `price` is what it leaves. */
  couponCode: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** A creator's offer for a first term; `price` is what it leaves. */
  offerCode: v.optional(v.pipe(v.string(), v.maxLength(60))),
  consent: v.literal(SUBSCRIPTION_CONSENT, 'The terms have changed. Reload the page and read them again.'),
})

/** `checkout` is the pay page of a purchase by card that is not paid yet; null once it is paid. */
export const SubscribeAnswer = v.object({
  subscription: Subscription,
  checkout: v.nullable(v.object({ checkoutId: v.string(), url: v.string() })),
})

/** `PUT /subscriptions/{id}/card`: the saved card that pays the next renewals. */
export const ChangeCardBody = v.object({ cardId: v.pipe(uuid, v.toLowerCase()) })

export const SubscriptionQuery = v.object({
  ...v.omit(listQuery(['createdAt', 'updatedAt', 'paidThrough']), ['q']).entries,
  status: v.optional(queryChoice(['open', 'expired'])),
})

/** `GET /subscriptions/user/search`: those that are over too. */
export const SubscriptionList = listOf(Subscription)

/** The groups of a creator's subscribers; `expired` are those that ended or were revoked. */
export const SUBSCRIBER_GROUPS = ['active', 'canceling', 'expired', 'free'] as const

export const SubscriberQuery = v.object({
  ...listQuery(['createdAt', 'updatedAt', 'paidThrough']).entries,
  status: v.optional(queryChoice(SUBSCRIBER_GROUPS)),
})

/** A subscriber as the creator sees one: no address, no way of payment. */
export const Subscriber = v.object({
  ...v.pick(Subscription, ['_id', 'type', 'price', 'currency', 'status', 'autoRenew', 'paidThrough']).entries,
  ...v.pick(Subscription, ['accessUntil', 'nextPrice', 'createdAt']).entries,
  fan: Participant,
})

/** `total` counts all of a group; of those whose names have words, LIST_TOTAL_MAX at most. */
export const SubscriberList = listOf(Subscriber)

export type Subscriber = v.InferOutput<typeof Subscriber>
