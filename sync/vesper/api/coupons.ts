import * as v from 'valibot'
import { storable, uuid, whole } from './fields.ts'

export const CouponParams = v.object({
  code: v.pipe(v.string(), whole, storable),
})

const amount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000))
const performerId = v.pipe(uuid, v.toLowerCase())

/**
 * A price that a coupon is to lower: in cents, of products in tokens. `sellers` parts the products of several creators: a coupon
 * of one of them is for their part alone.
 */
export const QuoteBody = v.object({
  kind: v.picklist(['top-up', 'subscription', 'product']),
  amount,
  performerId: v.optional(performerId),
  sellers: v.optional(v.pipe(v.array(v.object({ performerId, amount })), v.maxLength(100)), []),
})

/** The discount of a coupon, and the amount that is left to be paid. */
export const CouponQuote = v.object({ discount: v.number(), amount: v.number() })
