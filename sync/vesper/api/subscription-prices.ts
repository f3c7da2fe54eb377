import * as v from 'valibot'

const NO_PRICE = 'Enter a price.'

/** Cents of the site's currency; null takes the term off sale. */
const Price = v.nullable(
  v.pipe(
    v.number(NO_PRICE),
    v.integer(NO_PRICE),
    v.minValue(1, NO_PRICE),
    v.maxValue(100_000_000, 'This is more than anything costs.'),
  ),
)

/** The fields of `PUT /performers/{id}` that price a subscription; only those given change. */
export const PriceChanges = v.partial(
  v.object({
    prices: v.partial(v.object({ monthly: Price, quarterly: Price, halfYearly: Price, yearly: Price })),
    isFree: v.boolean(),
  }),
)

export type PriceChanges = v.InferOutput<typeof PriceChanges>
