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

const status = v.picklist(['created', 'open', 'paid', 'expired'])

/** `url` is the pay page; it is empty once the order is settled. */
export const CheckoutAnswer = v.object({ checkoutId: v.string(), url: v.string(), status })

export const ConfirmAnswer = v.object({
  kind: v.literal('top-up'),
  status,
  tokens: v.number(),
  balance: v.number(),
})

/** A payment at the provider. */
export const Transaction = v.object({
  _id: v.string(),
  kind: v.literal('top-up'),
  status,
  amount: v.number(),
  currency: v.string(),
  tokens: v.number(),
  createdAt: v.string(),
  paidAt: v.nullable(v.string()),
})

export const TransactionList = listOf(Transaction)

export type TokenPackage = v.InferOutput<typeof TokenPackage>
export type Transaction = v.InferOutput<typeof Transaction>
