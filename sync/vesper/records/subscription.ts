import * as v from 'valibot'
import { Participant } from './conversation.ts'
import { Pause } from './pause.ts'

/** The paid terms that a creator sells, and the months of each. */
export const TERM_MONTHS = { monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 } as const

export const TERMS = ['monthly', 'quarterly', 'half-yearly', 'yearly'] as const
export const SUBSCRIPTION_TYPES = ['free', ...TERMS] as const
export const SUBSCRIPTION_STATUSES = ['incomplete', 'active', 'past_due', 'canceling', 'ended', 'revoked'] as const

/** An account has at most so many subscriptions that are not over. */
export const SUBSCRIPTIONS_MAX = 1000

/** The prices of a creator in cents of `currency`, null for a term that is not sold. `isFree`: also subscribed to for free. */
export const SubscriptionOffer = v.object({
  prices: v.object({
    monthly: v.nullable(v.number()),
    quarterly: v.nullable(v.number()),
    halfYearly: v.nullable(v.number()),
    yearly: v.nullable(v.number()),
  }),
  isFree: v.boolean(),
})

/**
 * A subscription as its fan sees it. The server alone decides about access: `accessUntil` is what it said last. Devices
 * hold those that are not over.
 */
export const Subscription = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  userId: v.string(),
  performerId: v.string(),
  performer: Participant,
  type: v.picklist(SUBSCRIPTION_TYPES),
  /** The agreed price of one term, in cents of `currency`. */
  price: v.number(),
  currency: v.string(),
  status: v.picklist(SUBSCRIPTION_STATUSES),
  autoRenew: v.boolean(),
  /** The end of the term that is paid. */
  paidThrough: v.string(),
  accessUntil: v.string(),
  /** The cost of the next term in cents; null where none follows. */
  nextPrice: v.nullable(v.number()),
  /** The way of payment; null for a free one. */
  source: v.nullable(v.picklist(['wallet', 'card'])),
  /** The reason why the last renewal failed; null where none did. */
  problem: v.nullable(v.picklist(['tokens', 'card', 'authentication', 'creator'])),
  /** When the next renewal is tried; null where none is. */
  retryAt: v.nullable(v.string()),
  /** The saved card that renews it; null for other ways of payment. One that is not usable was removed or blocked. */
  card: v.optional(v.nullable(v.object({ brand: v.string(), last4: v.string(), isUsable: v.boolean() })), null),
  /** The page on which its fan is to pay or confirm; null where none waits. */
  payUrl: v.optional(v.nullable(v.string()), null),
  /**
   * On devices, dates are in the counted time of a clock that was set then, so that pauses of the creator move them; see
   * `movedSubscription` of the clock. Null where they have moved already.
   */
  countedFrom: v.optional(v.nullable(v.string()), null),
  /** Only in answers: the pauses of the creator that are not over. The dates in the answer have moved already. */
  pauses: v.optional(v.array(Pause)),
  createdAt: v.string(),
})

export type Term = (typeof TERMS)[number]
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number]
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]
export type SubscriptionOffer = v.InferOutput<typeof SubscriptionOffer>
export type Subscription = v.InferOutput<typeof Subscription>

/** The price of a term in cents; null where it is not sold. */
export function priceOf({ prices }: SubscriptionOffer, term: Term): number | null {
  return prices[term === 'half-yearly' ? 'halfYearly' : term]
}
