import * as v from 'valibot'
import { listOf, uuid } from './fields.ts'

/** A number of tokens that is sold together. `amount` is in cents of `currency`, `bonus` comes on top. */
export const TokenPackage = v.object({
  _id: v.string(),
  name: v.string(),
  tokens: v.number(),
  bonus: v.number(),
  amount: v.number(),
  currency: v.string(),
})

export const PackageList = listOf(TokenPackage)

const order = {
  /** Made when the buyer confirms: sent again, it is the same order. */
  _id: v.pipe(uuid, v.toLowerCase()),
  /** The price that the buyer saw, in cents. At another one nothing begins. */
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** A saved card, which is charged at once. */
  cardId: v.optional(v.pipe(uuid, v.toLowerCase())),
  /** A coupon; `amount` is what it leaves. */
  couponCode: v.optional(v.pipe(v.string(), v.maxLength(40))),
}

/** `POST /payment/wallet/top-up`: a package, or any number of tokens. */
export const TopUpBody = v.union([
  v.object({ ...order, packageId: v.pipe(v.string(), v.maxLength(40)) }),
  v.object({
    ...order,
    tokens: v.pipe(
      v.number('Whole tokens only.'),
      v.integer('Whole tokens only.'),
      v.minValue(1, 'Whole tokens only.'),
      v.maxValue(1_000_000, 'This is more than anything costs.'),
    ),
  }),
])

const kind = v.picklist(['top-up', 'subscription'])

const status = v.picklist(['created', 'open', 'paid', 'failed', 'expired', 'refunded', 'disputed', 'lost'])

/** `url` is the pay page; it is empty once the order is settled, as one with a saved card is at once. */
export const CheckoutAnswer = v.object({ _id: v.string(), checkoutId: v.string(), url: v.string(), status })

export const ConfirmAnswer = v.object({
  kind,
  status,
  tokens: v.nullable(v.number()),
  subscriptionId: v.nullable(v.string()),
  balance: v.number(),
})

/**
 * A payment at the provider. `disputed`: the bank took the money back, and the site asks for it; `lost`: the bank keeps it.
 * `refunded` is in cents.
 */
export const Transaction = v.object({
  _id: v.string(),
  kind,
  status,
  amount: v.number(),
  currency: v.string(),
  refunded: v.number(),
  tokens: v.nullable(v.number()),
  card: v.nullable(v.object({ brand: v.string(), last4: v.string() })),
  performer: v.nullable(
    v.object({
      _id: v.string(),
      name: v.string(),
      username: v.nullable(v.string()),
      avatar: v.nullable(v.string()),
    }),
  ),
  createdAt: v.string(),
  paidAt: v.nullable(v.string()),
})

export const TransactionList = listOf(Transaction)

export type TokenPackage = v.InferOutput<typeof TokenPackage>
export type Transaction = v.InferOutput<typeof Transaction>
