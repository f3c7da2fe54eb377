import * as v from 'valibot'
import { Participant } from '../records/conversation.ts'
import { ChargeType } from './charges.ts'
import { calendarDate, listOf, listQuery, queryChoice, uuid } from './fields.ts'

/** How far a sale is: it can be paid out from the day on which it is `available`. */
export const SaleState = v.picklist(['pending', 'available', 'paid', 'reversed'])

/**
 * A sale as its creator sees it. `gross`, `tax`, `commission` and `net` are in 1/10,000 of `currency`, since a part of a
 * cent is not lost before the payout.
 */
export const Sale = v.object({
  _id: v.string(),
  type: ChargeType,
  targetId: v.string(),
  fan: v.omit(Participant, ['isPerformer']),
  tokens: v.number(),
  gross: v.number(),
  tax: v.number(),
  commission: v.number(),
  net: v.number(),
  /** The creator's part of what was given back of it. */
  refunded: v.number(),
  currency: v.string(),
  state: SaleState,
  /** When it can be paid out; null while its order is not complete. */
  availableAt: v.nullable(v.string()),
  /** The payout that paid it; null before. */
  payoutId: v.nullable(v.string()),
  message: v.string(),
  createdAt: v.string(),
})

export const SaleList = listOf(Sale)

const day = calendarDate('Use a day such as 2026-11-26')

/** Days are those of UTC; `from` and `to` are part of the range. `q` looks in the name of the fan. */
export const EarningQuery = v.object({
  ...listQuery(['createdAt', 'availableAt', 'net', 'updatedAt']).entries,
  type: v.optional(queryChoice(ChargeType.options)),
  state: v.optional(queryChoice(SaleState.options)),
  fanId: v.optional(v.pipe(uuid, v.toLowerCase())),
  payoutId: v.optional(v.pipe(uuid, v.toLowerCase())),
  from: v.optional(day),
  to: v.optional(day),
})

/** The last 28 days, day by day, unless told. */
export const StatsQuery = v.object({
  from: v.optional(day),
  to: v.optional(day),
  by: v.optional(queryChoice(['day', 'week', 'month']), 'day'),
  type: v.optional(queryChoice(ChargeType.options)),
})

const money = v.number()

/**
 * The earnings of a creator. All amounts are in 1/10,000 of `currency`. The first five count the sales of the range, and
 * the parts of earlier sales that were taken back in it. The others are the balances of now, over all time and types:
 * `net - refunds = pending + available + held + paid` where the range is the whole of it.
 */
export const EarningStats = v.object({
  from: v.string(),
  to: v.string(),
  by: v.picklist(['day', 'week', 'month']),
  currency: v.string(),
  sales: v.number(),
  gross: money,
  tax: money,
  commission: money,
  net: money,
  /** The creator's part of what was taken back. */
  refunds: money,
  /** Not free yet. */
  pending: money,
  /** Free to be paid out; below 0 where more was taken back than is left. */
  available: money,
  /** The part of `pending` of which the day is known, by the day (UTC) on which it becomes free, the next one first. */
  upcoming: v.array(v.object({ at: v.string(), net: money })),
  /** In a payout that is under way. */
  held: money,
  paid: money,
  /** One point for each day, week (from Monday) or month of the range, by its first day. */
  series: v.array(v.object({ at: v.string(), sales: v.number(), gross: money, net: money, refunds: money })),
})

export type Sale = v.InferOutput<typeof Sale>
export type EarningStats = v.InferOutput<typeof EarningStats>
