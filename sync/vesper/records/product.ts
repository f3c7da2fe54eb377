import * as v from 'valibot'
import { Participant } from './conversation.ts'

/** Whole tokens. */
export const Price = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))

/** The number of a product that is left is told up to here. */
export const LEFT_MAX = 5

/** How well a product can be had. `left` is a number from 0 to 5; null while more are left, or no end of them. */
export const Availability = v.picklist(['plenty', 'few', 'none'])
const Left = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LEFT_MAX)))

/** The terms of a sale that a buyer sees beside the price. */
export const SaleTerms = v.object({
  availability: Availability,
  left: Left,
  /** How many one buyer may have in all; null for any number. */
  limitPerBuyer: v.nullable(v.number()),
  /** The countries that it is sent to, ISO 3166-1 alpha-2; empty for all. */
  shipsTo: v.array(v.string()),
  /** Tokens that sending adds to an order: the highest of its lines counts, once. */
  shippingPrice: v.number(),
})

/** The fields of a product in a shop and in a cart. */
export const ShownProduct = v.object({
  name: v.string(),
  type: v.picklist(['physical', 'digital']),
  price: Price,
  ...SaleTerms.entries,
  picture: v.nullable(v.string()),
  performer: v.omit(Participant, ['isPerformer']),
})

export type SaleTerms = v.InferOutput<typeof SaleTerms>
export type ShownProduct = v.InferOutput<typeof ShownProduct>

/** The part of a stock that buyers learn; null is no end of it. Sales of a well-stocked product change nothing that carts show. */
export function availabilityOf(stock: number | null): Pick<SaleTerms, 'availability' | 'left'> {
  if (stock === null || stock > LEFT_MAX) return { availability: 'plenty', left: null }
  return { availability: stock > 0 ? 'few' : 'none', left: Math.max(stock, 0) }
}
