import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { limitKey } from '../client-address.ts'
import type { Limit } from '../route.ts'

/** Counts a call and refuses it once too many came. `accountId` is null before the caller is known. */
export type LimitCheck = (caller: { ip: string; accountId: string | null }) => Promise<void>

export class RateLimited extends Refusal {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(
      'rate-limited',
      retryAfterSeconds === 1
        ? 'Too many requests. Please try again in 1 second.'
        : `Too many requests. Please try again in ${retryAfterSeconds} seconds.`,
    )
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The check of some limits, each counted for itself, in this process. */
export function createLimits(limits: readonly Limit[]): LimitCheck {
  const counters = limits.map((limit) => ({
    by: limit.by,
    counter: new RateLimiterMemory({ points: limit.points, duration: limit.seconds }),
  }))
  return async ({ ip, accountId }) => {
    for (const { by, counter } of counters) {
      const key = by === 'account' && accountId ? `a:${accountId}` : `i:${limitKey(ip)}`
      await countOrRefuse(counter, key)
    }
  }
}

/** Counts one for `key`; throws `RateLimited` when there was one too many. */
export async function countOrRefuse(counter: RateLimiterAbstract, key: string): Promise<void> {
  const waitMs = await count(counter, key)
  if (waitMs > 0) throw new RateLimited(Math.ceil(waitMs / 1000))
}

/** Counts one for `key`; answers how many milliseconds to wait when there was one too many, else 0. */
export async function count(counter: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await counter.consume(key)
    return 0
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return Math.max(1, reason.msBeforeNext)
    throw reason
  }
}
