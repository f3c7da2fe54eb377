import * as v from 'valibot'
import { Budget as Record } from '../records/budget.ts'

/** Cents. More than that is no limit. */
export const LIMIT_MAX = 10_000_000

const limit = v.nullable(
  v.pipe(
    v.number('Type an amount of money.'),
    v.integer('Type an amount with at most two decimals.'),
    v.minValue(0, 'A limit is 0 or more.'),
    v.maxValue(LIMIT_MAX, 'This is more than a limit can be.'),
  ),
)

/** `PUT /user/budget`: all limits as they should be, in cents; null for none. `version` is the one that was seen. */
export const BudgetBody = v.object({
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  day: limit,
  month: limit,
  creator: limit,
})

/** A fan's limits, with what was spent in the present day and month. */
export const Budget = Record
