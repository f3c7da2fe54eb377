/** The provider charges no less, in cents. */
const LEAST = 50

/**
 * The price of a first term in cents after a discount of `percent`. It is a whole number of tokens, rounded up, at least the
 * amount that a card can pay, and never above `price`.
 */
export function discountedPrice(price: number, percent: number, tokenCents: number): number {
  const wanted = Math.max((price * (100 - percent)) / 100, LEAST)
  return Math.min(price, Math.ceil(wanted / tokenCents) * tokenCents)
}
