import * as v from 'valibot'
import { Participant } from '../records/conversation.ts'
import { listOf, listQuery, uuid } from './fields.ts'

/**
 * requested →(60 s) expired | canceled | declined | accepted →(30 s to connect) failed | active → ended. A seat in a group
 * show begins as accepted.
 */
export const showStatuses = [
  'requested',
  'expired',
  'canceled',
  'declined',
  'accepted',
  'failed',
  'active',
  'ended',
] as const
export const showEndings = ['fan', 'performer', 'balance', 'cap', 'line', 'staff', 'crash'] as const

const id = v.pipe(uuid, v.toLowerCase())
const minutes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(600))
const tokens = v.pipe(
  v.number('Whole tokens only.'),
  v.integer('Whole tokens only.'),
  v.minValue(1, 'Whole tokens only.'),
  v.maxValue(1_000_000, 'This is more than anything costs.'),
)

/**
 * Asks a creator for a private show. `cap` is the most that the fan will pay, `rateSeen` the tokens a minute that were shown.
 * `_id` is made by the fan's app: sent again, it is the same request.
 */
export const ShowRequest = v.object({ _id: id, performerId: id, minutes, cap: tokens, rateSeen: tokens })
/** Takes a seat in a group show. */
export const SeatRequest = v.object({ _id: id, streamId: id, cap: tokens, rateSeen: tokens })
export const ShowParams = v.object({ requestId: id })

/** A show as its creator or its fan sees it. */
export const Show = v.object({
  _id: v.string(),
  kind: v.picklist(['private', 'group']),
  status: v.picklist(showStatuses),
  endedReason: v.nullable(v.picklist(showEndings)),
  /** The stream that carries it; null before a request is accepted. */
  streamId: v.nullable(v.string()),
  conversationId: v.string(),
  performer: Participant,
  fan: Participant,
  /** Tokens a minute, and the minutes that are owed at least where the fan leaves: 0 for a seat in a group show. */
  rate: v.number(),
  minimum: v.number(),
  /** The minutes that the fan asked for. */
  minutes: v.number(),
  /** The most that the fan pays, in tokens; null for the creator. */
  cap: v.nullable(v.number()),
  /** Seconds in which both were connected: they alone are paid. */
  seconds: v.number(),
  /** Tokens: what is due by now, or was paid; and what is held for it. */
  charged: v.number(),
  held: v.number(),
  /** The wallet does not hold another minute. */
  lowBalance: v.boolean(),
  /** Seconds until it ends for want of tokens, or at the cap, once these are 120 or fewer; null before. */
  secondsLeft: v.nullable(v.number()),
  /** When an open request ends by itself. */
  expiresAt: v.nullable(v.string()),
  chargeId: v.nullable(v.string()),
  createdAt: v.string(),
  startedAt: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
})

export const ShowQuery = v.object(v.omit(listQuery(['createdAt']), ['q']).entries)
export const ShowList = listOf(Show)
/** `GET /streaming/shows/requests`: the open requests of a creator, the oldest first. */
export const ShowRequests = v.object({ data: v.array(Show) })
/** `GET /streaming/shows/terms/{performerId}`: what a private show of a creator costs now; `accepts` is false while none can be had. */
export const ShowTerms = v.object({
  accepts: v.boolean(),
  rate: v.number(),
  minimum: v.number(),
})

export type Show = v.InferOutput<typeof Show>
export type ShowStatus = Show['status']
