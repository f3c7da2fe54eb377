import * as v from 'valibot'
import { listOf, uuid } from './fields.ts'

/**
 * A saved card. `expiring`: within 30 days. `blocked`: a payment with it was disputed. `subscriptions` are those that it
 * renews, with the names of their creators.
 */
export const Card = v.object({
  _id: v.string(),
  brand: v.string(),
  last4: v.string(),
  expMonth: v.number(),
  expYear: v.number(),
  isDefault: v.boolean(),
  status: v.picklist(['active', 'expiring', 'expired', 'blocked']),
  subscriptions: v.array(v.object({ _id: v.string(), name: v.string() })),
})

export const CardList = listOf(Card)

/** `_id` is made by the owner: sent again, it is the same card. */
export const AddCardBody = v.object({ _id: v.pipe(uuid, v.toLowerCase()) })

/** `url` is the page that asks for the card; it is empty once that is done. */
export const CardSetupAnswer = v.object({ _id: v.string(), checkoutId: v.string(), url: v.string() })

export const ConfirmCardBody = v.object({
  checkoutId: v.pipe(v.string(), v.maxLength(255), v.regex(/^[\w-]+$/, 'This is no checkout')),
})

/** `subscriptions` are the ids of those that the card does not renew any more. */
export const CardRemoved = v.object({ success: v.literal(true), subscriptions: v.array(v.string()) })

export type Card = v.InferOutput<typeof Card>
