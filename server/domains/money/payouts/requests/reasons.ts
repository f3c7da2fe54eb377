import type { PayoutReason } from '@vesper/sync/vesper/api/payouts.ts'

/** All that decides on whether a creator can ask for a payout. Amounts are cents. */
export type PayoutFacts = {
  /** Why others cannot reach the creator; null while they can. */
  closed: string | null
  areBooksRight: boolean
  method: 'stripe' | 'bank' | null
  hasBank: boolean
  isAccountReady: boolean
  lockedUntil: Date | null
  hasOpenRequest: boolean
  /** The site asks creators for a second factor before their first payout, and this one has neither. */
  lacksFactor: boolean
  /** The open request has failed. */
  hasFailedRequest: boolean
  available: number
  minimum: number
  now: Date
}

/** Why no payout can be asked for now, the most important reason first; none where one can. */
export function payoutReasons(facts: PayoutFacts): PayoutReason[] {
  const { closed, method, lockedUntil, available, minimum, now } = facts
  const isReady = method === 'bank' ? facts.hasBank : facts.isAccountReady
  const reasons: (PayoutReason | false)[] = [
    closed !== null && { code: 'not-approved', message: closed },
    !facts.areBooksRight && { code: 'paused', message: PAUSED },
    facts.hasOpenRequest && { code: 'open-request', message: facts.hasFailedRequest ? FAILED : UNDER_WAY },
    method === null && { code: 'no-method', message: 'Say first where the money should go.' },
    method !== null && !isReady && { code: 'account-not-ready', message: NOT_READY[method] },
    facts.lacksFactor && { code: 'account-not-ready', message: NO_FACTOR, step: 'security' },
    method !== null &&
      lockedUntil !== null &&
      now < lockedUntil && {
        code: 'new-details',
        message: HELD,
      },
    available < 0 && {
      code: 'in-debt',
      message: 'More was taken back than you have left. Your next sales settle it first.',
    },
    available >= 0 &&
      available < minimum && { code: 'below-minimum', message: 'You have less than the smallest payout.' },
  ]
  return reasons.filter((reason) => reason !== false)
}

export const PAUSED = 'Payouts are paused while we check the books. Nothing is lost.'
const HELD = 'Where your money goes has changed. For your safety, payouts begin 48 hours after a change.'
export const FAILED = 'Your last payout has failed. Request it again, or cancel it first.'
const NO_FACTOR = 'Your money needs a second factor: add one before your first payout.'
export const UNDER_WAY = 'You have a request under way.'

const NOT_READY = {
  bank: 'Enter your bank details first.',
  stripe: 'Your account at Stripe is not ready yet. Finish its form first.',
}
