import * as v from 'valibot'
import { storable, uuid, whole } from './fields.ts'

export const CouponParams = v.object({
  code: v.pipe(v.string(), whole, storable),
})

/** A price that a coupon is to lower: in cents, of a product in tokens. */
export const QuoteBody = v.object({
  kind: v.picklist(['top-up', 'subscription', 'product']),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000)),
  performerId: v.optional(v.pipe(uuid, v.toLowerCase())),
})

/** The discount of a coupon, and the amount that is left to be paid. */
export const CouponQuote = v.object({ discount: v.number(), amount: v.number() })
