import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Stripe } from 'stripe'

/** The provider's message is for developers: users are told what to do. `text` is for calls that move money. */
export async function spoken<Result>(
  work: () => Promise<Result>,
  text = 'The payment provider cannot be reached. Nothing was charged. Try again later.',
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw new Refusal('unavailable', text)
    throw error
  }
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
