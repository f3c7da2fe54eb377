import { PER_CENT } from '../../../money/money/cents.ts'
import type { Charge } from '../../../money/money/charges/entity.ts'
import type { PlannedOrder } from './plan-orders.ts'
import { spread } from './plan-orders.ts'

/** `tax` and its parts are in whole cents; shipping has the part that lines leave. */
type TaxParts = { taxBps: number; tax: number; taxOf: number[] }

/**
 * The tax in the price of an order, as the books have it, and the part of each line. The parts are spread by what was paid, by
 * largest remainder, so that lines and shipping sum to the whole.
 */
export function taxParts(
  charge: Pick<Charge, 'tax' | 'taxBps'> | null,
  {
    lines,
    shipping,
  }: Pick<PlannedOrder, 'shipping'> & {
    lines: readonly Pick<PlannedOrder['lines'][number], 'unitPrice' | 'quantity' | 'discount'>[]
  },
): TaxParts {
  const paid = lines.map(({ unitPrice, quantity, discount }) => unitPrice * quantity - discount)
  const tax = Math.round((charge?.tax ?? 0) / Number(PER_CENT))
  return { taxBps: charge?.taxBps ?? 0, tax, taxOf: spread(tax, [...paid, shipping]).slice(0, lines.length) }
}
