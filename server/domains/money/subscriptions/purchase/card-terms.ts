import { SUBSCRIPTION_TYPES } from '@vesper/sync/vesper/records/subscription.ts'
import * as v from 'valibot'
import type { Order } from '../../../../infra/payments/order-kind.ts'

/**
 * A term that an order at the payment provider pays. `price` is the one that was agreed, in cents: a coupon or an offer
 * lowers what the order costs. `consent` is null for a renewal.
 */
const CardTerms = v.object({
  subscriptionId: v.string(),
  performerId: v.string(),
  type: v.picklist(SUBSCRIPTION_TYPES),
  price: v.number(),
  consent: v.nullable(v.string()),
  /** The offer that lowers this term. */
  offerCode: v.optional(v.string()),
})

export type CardTerms = v.InferOutput<typeof CardTerms>

/** The term that an order pays. */
export function cardTermsOf({ terms }: Pick<Order, 'terms'>): CardTerms {
  return v.parse(CardTerms, terms)
}
