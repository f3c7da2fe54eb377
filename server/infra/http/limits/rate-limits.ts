import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalDetail } from '@vesper/sync/engine/protocol/refusal.ts'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { limitKey } from '../client-address.ts'
import type { Limit } from '../route.ts'

/** Thousands of phones have one address behind a carrier's NAT: it may call so many times as often as an account. */
export const SHARED_ADDRESS = 20

/** Counts a call and refuses it once too many came. `accountId` is null for callers without an account. */
export type LimitCheck = (caller: { ip: string; accountId: string | null }) => Promise<void>

export class RateLimited extends Refusal {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, said?: { message: string; details: RefusalDetail[] }) {
    const wait =
      retryAfterSeconds === 1
        ? 'Too many requests. Please try again in 1 second.'
        : `Too many requests. Please try again in ${retryAfterSeconds} seconds.`
    super('rate-limited', said?.message ?? wait, said?.details)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The check of some limits, each counted for itself, in this process. */
export function createLimits(limits: readonly Limit[]): LimitCheck {
  const checks = limits.map(createLimit)
  return async (caller) => {
    for (const check of checks) await check(caller)
  }
}

function createLimit({ by, points, seconds: duration }: Limit): LimitCheck {
  if (by === 'ip') {
    const addresses = new RateLimiterMemory({ points, duration })
    return ({ ip }) => countOrRefuse(addresses, limitKey(ip))
  }
  const accounts = new RateLimiterMemory({ points, duration })
  const addresses = new RateLimiterMemory({ points: points * SHARED_ADDRESS, duration })
  return ({ ip, accountId }) =>
    accountId === null ? countOrRefuse(addresses, limitKey(ip)) : countOrRefuse(accounts, accountId)
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
