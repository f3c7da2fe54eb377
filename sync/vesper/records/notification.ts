import * as v from 'valibot'
import { Participant } from './conversation.ts'
import { NOTICE_KINDS } from './notice-kinds.ts'
import { thingKinds } from './things.ts'

export { MUTABLE_KINDS, NOTICE_KINDS } from './notice-kinds.ts'
export type { NoticeKind } from './notice-kinds.ts'

/** An account keeps so many notifications, the latest. */
export const NOTIFICATIONS_MAX = 500
/** A notification names so many of the accounts that it is about. */
export const ACTORS_MAX = 3

/** The things that a notification is about, or leads to. */
export const NOTICE_OBJECTS = [
  ...thingKinds,
  ...(['order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning'] as const),
  'broadcast',
] as const

/** Named events of orders, reviews and money. A device says them in its own language. */
export const NOTICE_EVENTS = [
  ...(['approved', 'rejected', 'refunded', 'payout-paid', 'payout-rejected', 'gift-expiring', 'gift-expired'] as const),
  ...(['order-paid', 'order-processing', 'order-shipped', 'order-delivered', 'order-completed'] as const),
  ...(['order-canceled', 'order-refund-requested', 'order-refunded', 'order-refund-refused'] as const),
  'recording-failed',
  'show-requested',
  'ticket-returned',
  ...(['sale-refunded', 'sale-disputed', 'followers'] as const),
  ...(['subscribed', 'renewed', 'renewal-failed', 'renewal-unpaid', 'subscription-ended'] as const),
  ...(['renewal-beyond-limit', 'creator-paused', 'creator-resumed', 'broadcast-returned'] as const),
] as const

/** One entry of the list 'Activity'. Unread while its `seq` is beyond the read position of the account. */
export const Notice = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  userId: v.pipe(v.string(), v.uuid()),
  /** Counts the notifications of the account; raised by each event that joins this one. */
  seq: v.number(),
  kind: v.picklist(NOTICE_KINDS),
  /** The latest accounts, the latest first, as they are when the row is read; without those that are gone. */
  actors: v.array(Participant),
  /** Events in this notification: of `like` and `follow`, accounts. */
  count: v.number(),
  /** Tokens that all its events have brought; absent where none were paid. */
  tokens: v.optional(v.number()),
  /** Cents that cards have paid, in the currency of the site, or that were paid out; absent where there are none. */
  cents: v.optional(v.number()),
  objectType: v.picklist(NOTICE_OBJECTS),
  objectId: v.pipe(v.string(), v.uuid()),
  /** Where the thing is shown, unless that is the thing itself. */
  pageType: v.nullable(v.picklist(NOTICE_OBJECTS)),
  pageId: v.nullable(v.pipe(v.string(), v.uuid())),
  event: v.nullable(v.picklist(NOTICE_EVENTS)),
  /** The beginning of a text: of the thing, or of what was written about it. */
  preview: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
})

/** How far an account has read its notifications; one row, once there is any. */
export const NotificationRead = v.object({ _id: v.pipe(v.string(), v.uuid()), readSeq: v.number() })

export type NoticeObject = (typeof NOTICE_OBJECTS)[number]
export type NoticeEvent = (typeof NOTICE_EVENTS)[number]
export type Notice = v.InferOutput<typeof Notice>
export type NotificationRead = v.InferOutput<typeof NotificationRead>
