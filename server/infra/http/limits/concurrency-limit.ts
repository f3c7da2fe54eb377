import { createInFlightCounter } from './in-flight-counter.ts'
import { RateLimited } from './rate-limits.ts'

/** Calls of one account that are under way. Browsers open six connections each; a request may hold megabytes. */
const MAX = 24

/** Lets at most `max` calls of an account be under way, in this process; refuses the rest until one has ended. */
export function createConcurrencyLimit(
  max = MAX,
): <Result>(accountId: string, work: () => Promise<Result>) => Promise<Result> {
  const calls = createInFlightCounter()
  return async (accountId, work) => {
    if (calls.of(accountId) >= max) throw new RateLimited(1)
    return calls.during(accountId, 1, work)
  }
}
