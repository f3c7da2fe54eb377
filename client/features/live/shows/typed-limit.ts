import { leftPaymentsOf } from '../../../entities/payments/top-up/left-payments.ts'
import type { Leaving } from '../../../entities/payments/top-up/left-payments.ts'

/** A show as a payment that a top-up leads back to, with the limit that was typed; null for none. */
export function leavingWithLimit(page: string, typed: string | null): Leaving {
  return { by: 'page', content: null, page, ...(typed !== null && { typed: { limit: typed } }) }
}

/** The limit that was typed before the page was left for a top-up; null for none. */
export function typedLimit(account: string, page: string): string | null {
  return leftPaymentsOf(account).ofPage(page)?.typed?.['limit'] ?? null
}
