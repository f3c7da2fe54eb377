import * as v from 'valibot'
import { NOTICE_KINDS } from '../records/notification.ts'
import { listOf, uuid } from './fields.ts'

/** The events that a device is told of while no page of Vesper is open. */
export const PUSH_KINDS = ['message', ...NOTICE_KINDS] as const
export type PushKind = (typeof PUSH_KINDS)[number]

/** Keys of a browser, in base64url: a point of the curve P-256, and 16 bytes. */
const key = (bytes: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), 'This key is not valid.'))

const kinds = v.pipe(
  v.array(v.picklist(PUSH_KINDS)),
  v.maxLength(PUSH_KINDS.length),
  v.transform((list) => [...new Set(list)]),
)

/** `POST /push/subscriptions`: of the session that asks; it has one. */
export const NewPushSubscription = v.object({
  endpoint: v.pipe(v.string(), v.url('This address is not valid.'), v.maxLength(1000, 'This address is too long.')),
  keys: v.object({ p256dh: key(65), auth: key(16) }),
  kinds,
  /** The key of the site that the browser subscribed to; without it, the present one. */
  serverKey: v.optional(key(65)),
})

export const PushSubscription = v.object({ _id: uuid, kinds: v.array(v.picklist(PUSH_KINDS)) })
export const PushSubscriptions = listOf(PushSubscription)

/**
 * The content of a push message: ids alone, since it passes the servers of the browser's maker. `id` is that of the
 * conversation or of the notification.
 */
export const PushPayload = v.object({ account: uuid, kind: v.picklist(PUSH_KINDS), id: uuid, seq: v.number() })
/** Wakes a device whose session `id` was ended with its data. The worker asks the server before it removes anything. */
export const WipePush = v.object({ account: uuid, kind: v.literal('wipe'), id: uuid, seq: v.number() })
export type WipePush = v.InferOutput<typeof WipePush>
export type PushPayload = v.InferOutput<typeof PushPayload>
