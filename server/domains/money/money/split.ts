/** The parts of a price, in the unit of the price. They sum to it. */
export type Split = { tax: bigint; share: bigint; revenue: bigint }

/** The rates of a sale in 1/10,000: of tax on top of the net price, and of the platform's commission on the net price. */
export type Rates = { taxBps: bigint; commissionBps: bigint }

const WHOLE = 10_000n

/**
 * Splits a price that includes tax. The tax is rounded to the nearest unit, the creator's share down; the platform has the
 * rest, so that nothing is made or lost. Throws `RangeError` for a negative price or a rate out of bounds.
 */
export function split(gross: bigint, { taxBps, commissionBps }: Rates): Split {
  if (gross < 0n) throw new RangeError('a price is not negative')
  if (taxBps < 0n || commissionBps < 0n || commissionBps > WHOLE) throw new RangeError('a rate is out of bounds')
  const base = WHOLE + taxBps
  const tax = (2n * gross * taxBps + base) / (2n * base)
  const net = gross - tax
  const share = (net * (WHOLE - commissionBps)) / WHOLE
  return { tax, share, revenue: net - share }
}
