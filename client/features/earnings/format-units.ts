import { formatAmount } from '../../ui/text/format-money.ts'

/** Units of the wire in one unit of the currency. */
const UNITS = 10_000

/** An amount in 1/10,000 of the currency; parts of a cent are rounded for the eye alone. */
export function formatUnits(amount: number, currency: string, locale: string): string {
  // A rounded nothing has no sign.
  return formatAmount(amount / UNITS, locale, { currency, signDisplay: 'negative' })
}
