import { v5 } from 'uuid'
import * as v from 'valibot'
import { kindsWith } from './things.ts'

export const FAN_LISTS_MAX = 100
export const FAN_LIST_NAME_MAX = 60
/** The fans on one list by hand. */
export const LIST_MEMBERS_MAX = 5000
/** The fans on all lists by hand of one creator: all are on the creator's devices. */
export const ALL_LIST_MEMBERS_MAX = 20_000

const NAMESPACE = '5c2f0d0e-7a41-4b6b-9d5e-0e6c3f7f8b21'

const DAYS = 'Use whole days, from 1 to 365.'
const TOKENS = 'Use whole tokens, from 1 to 1,000,000.'
const days = v.pipe(v.number(DAYS), v.integer(DAYS), v.minValue(1, DAYS), v.maxValue(365, DAYS))
const tokens = v.pipe(v.number(TOKENS), v.integer(TOKENS), v.minValue(1, TOKENS), v.maxValue(1_000_000, TOKENS))
const id = v.pipe(v.string(), v.uuid('This id is not valid.'), v.toLowerCase())

/** The kinds of things that a fan of a list by rule has bought. */
export const boughtKinds = kindsWith('buy', 'order')

/**
 * The rule of a list, over the fans of its creator. `expired`: had a subscription, and has none now. `spent`: at least
 * `tokens` in the latest `days`, refunds taken off. `unseen`: not active for `days`. `never-bought`: a follower or
 * subscriber who has bought no post, video, gallery, product, message or stream.
 */
export const FanRule = v.variant('kind', [
  v.object({ kind: v.literal('subscribers') }),
  v.object({ kind: v.literal('expired') }),
  v.object({ kind: v.literal('spent'), tokens, days: v.optional(days, 90) }),
  v.object({ kind: v.literal('unseen'), days: v.optional(days, 30) }),
  v.object({ kind: v.literal('bought'), objectType: v.picklist(boughtKinds, 'Choose a thing.'), objectId: id }),
  v.object({ kind: v.literal('never-bought') }),
])

/** People whom a creator can address together. */
export const AudiencePart = v.variant('kind', [
  v.object({ kind: v.literal('followers') }),
  v.object({ kind: v.literal('subscribers') }),
  v.object({ kind: v.literal('list'), listId: id }),
])

/** A list of fans of a creator: by hand, or by a rule. */
export const FanList = v.object({
  _id: v.string(),
  performerId: v.string(),
  name: v.string(),
  kind: v.picklist(['manual', 'rule']),
  /** Null for a list by hand. */
  rule: v.nullable(FanRule),
  createdAt: v.string(),
  updatedAt: v.string(),
})

/**
 * A fan of a list by hand. The row of a fan who was taken off stays, with `isMember` false: `takes` counts the removals, so
 * that an addition tells which of them it knew.
 */
export const FanListMember = v.object({
  /** See `fanListMemberIdOf`. */
  _id: v.string(),
  listId: v.string(),
  performerId: v.string(),
  userId: v.string(),
  isMember: v.boolean(),
  takes: v.number(),
  name: v.string(),
  username: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  addedAt: v.string(),
})

export type FanRule = v.InferOutput<typeof FanRule>
export type AudiencePart = v.InferOutput<typeof AudiencePart>
export type FanList = v.InferOutput<typeof FanList>
export type FanListMember = v.InferOutput<typeof FanListMember>

/** The id of a fan's place on a list: the same on every device and on the server. */
export function fanListMemberIdOf(listId: string, userId: string): string {
  return v5(`${listId.toLowerCase()}:${userId.toLowerCase()}`, NAMESPACE)
}
