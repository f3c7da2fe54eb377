/** Units of the ledger's money in one cent: it counts 1/10,000 of the currency. */
export const PER_CENT = 100n

/**
 * The cents of an amount of a setting or a form, such as 2.95. Throws `RangeError` for a third decimal, what is negative and
 * what is no number, since a rounded price is another price.
 */
export function centsOf(amount: number): bigint {
  const cents = Math.round(amount * 100)
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${amount} is no amount of money`)
  if (Math.abs(cents / 100 - amount) > 1e-9) throw new RangeError(`${amount} has a part of a cent`)
  return BigInt(cents)
}

/** An amount of cents as English mails tell it: 295 of USD as $2.95. */
export function amountInWords(cents: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)
}

/** The same for a mail in any language. */
export function amountInMail(cents: number, currency: string): { en: string; ar: string } {
  const ar = new Intl.NumberFormat('ar', { style: 'currency', currency }).format(cents / 100)
  return { en: amountInWords(cents, currency), ar }
}
