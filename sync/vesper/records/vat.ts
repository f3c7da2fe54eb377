/**
 * The value added tax in a price that includes it, in whole cents. `gross` is in whole cents, `bps` the rate in 1/10,000 of
 * the price before tax. It is rounded as in the books: to 1/10,000 of the currency, then to cents.
 */
export function vatIn(gross: number, bps: number): number {
  const [whole, base] = [BigInt(gross) * 100n, 10_000n + BigInt(bps)]
  const tax = (2n * whole * BigInt(bps) + base) / (2n * base)
  return Math.round(Number(tax) / 100)
}
