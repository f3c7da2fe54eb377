import * as v from 'valibot'
import { Participant } from './conversation.ts'

/** Whole tokens. */
export const Price = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))

/** The fields of a product in a shop and in a cart. */
export const ShownProduct = v.object({
  name: v.string(),
  type: v.picklist(['physical', 'digital']),
  price: Price,
  /** How many are left; null where there is no end of them. */
  stock: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  picture: v.nullable(v.string()),
  performer: v.omit(Participant, ['isPerformer']),
})

export type ShownProduct = v.InferOutput<typeof ShownProduct>
