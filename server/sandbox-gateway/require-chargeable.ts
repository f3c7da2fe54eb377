import { invalidRequest } from './gateway-error.ts'

/** The least that Stripe charges, in the smallest unit of each currency; others have to convert to 50 US cents. */
const minima: Readonly<Record<string, number>> = {
  ...{ usd: 50, aed: 200, aud: 50, bgn: 100, brl: 50, cad: 50, chf: 50, czk: 1500, dkk: 250, eur: 50, gbp: 30 },
  ...{ hkd: 400, huf: 17_500, inr: 50, jpy: 50, mxn: 1000, myr: 200, nok: 300, nzd: 50, pln: 200, ron: 200 },
  ...{ sek: 300, sgd: 50, thb: 1000 },
}
/** Eight digits, in any currency. */
const MOST = 99_999_999

/** Refuses an amount that no card can be charged. `param` names it, where the caller sent it itself. */
export function requireChargeable(
  { amount, currency }: { amount: number; currency: string },
  { what, param }: { what: string; param?: string },
): void {
  const about = param === undefined ? {} : { param }
  const least = minima[currency] ?? 50
  if (amount < least) {
    const message = `${what} must be at least ${inWords(least, currency)}`
    throw invalidRequest(message, { ...about, code: 'amount_too_small' })
  }
  if (amount > MOST) {
    const message = `${what} must be no more than ${inWords(MOST, currency)}`
    throw invalidRequest(message, { ...about, code: 'amount_too_large' })
  }
}

/** Such as "$0.50 usd". */
function inWords(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return `${format.format(amount / 10 ** digits)} ${currency}`
}
