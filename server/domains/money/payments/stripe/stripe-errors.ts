import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Logger } from 'pino'
import { Stripe } from 'stripe'

/**
 * Makes a call of the provider, whose faults become refusals that tell users what to do: its own messages are for developers.
 * `unknown` is the text where the call may have had its effect. The log has what the provider calls the fault, and no message
 * of it, which may quote the key.
 */
export type Spoken = <Result>(work: () => Promise<Result>, unknown?: string) => Promise<Result>

const OUTAGE = 'The payment provider cannot be reached. Nothing was charged. Try again later.'

export function createSpoken(log: Logger): Spoken {
  return async (work, unknown = OUTAGE) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      const { level, refusal } = meaningOf(error, unknown)
      const { type, code, requestId, statusCode: status, param } = error
      log[level]({ fault: { type, code, requestId, status, param } }, 'the payment provider refused a call')
      throw refusal
    }
  }
}

type Meaning = { level: 'error' | 'warn' | 'info'; refusal: Refusal }

function meaningOf(error: Stripe.errors.StripeError, unknown: string): Meaning {
  const { errors } = Stripe
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    const text = 'Payments are not set up correctly on this site. Nothing was charged. Tell the operator.'
    return { level: 'error', refusal: new Refusal('unavailable', text) }
  }
  if (error instanceof errors.StripeCardError)
    return { level: 'info', refusal: new Refusal('payment-required', 'Your card was declined. Nothing was charged.') }
  if (error instanceof errors.StripeRateLimitError) {
    const text = 'The payment provider is busy. Nothing was charged. Try again in a minute.'
    return { level: 'warn', refusal: new Refusal('rate-limited', text) }
  }
  // Another call works on the same object, or under the same key.
  const isBusy = error.statusCode === 409
  if (
    !isBusy &&
    (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeIdempotencyError)
  ) {
    const text = 'The payment provider does not take this. Nothing was charged. Begin again, or tell the operator.'
    return { level: 'error', refusal: new Refusal('conflict', text) }
  }
  return { level: 'warn', refusal: new Refusal('unavailable', unknown) }
}

/** The answer of a call; null where the provider does not know what it names. */
export async function orMissing<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (isRefused(error, 'resource_missing')) return null
    throw error
  }
}

/** True when the provider refused a request, with this code if one is named. */
export function isRefused(error: unknown, code?: string): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && (code === undefined || error.code === code)
}

/** The id of an object that the provider names or hands over. */
export function idOf(named: string | { id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null)
}
