import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalDetail } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../app.ts'
import { limitKey } from '../client-address.ts'
import type { Limit } from '../route.ts'
import { count, createCounter, createLocalCounter } from './counter.ts'
import type { Counter, CounterSize } from './counter.ts'

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

/**
 * The check of some limits, each counted for itself, by all servers of the database together where they have a Redis. `name`
 * says what is limited: limits of one name share their counts.
 */
export function createLimits(app: Pick<App, 'limitStore'>, name: string, limits: readonly Limit[]): LimitCheck {
  return checkAll(limits, (size) => createCounter(app, { ...size, name: `${name} ${size.name}` }))
}

/** The same, counted by this process alone: for what protects it. */
export function createLocalLimits(limits: readonly Limit[]): LimitCheck {
  return checkAll(limits, createLocalCounter)
}

type CounterMaker = (size: CounterSize) => Counter

function checkAll(limits: readonly Limit[], counterOf: CounterMaker): LimitCheck {
  const checks = limits.map((limit) => createLimit(limit, counterOf))
  return async (caller) => {
    for (const check of checks) await check(caller)
  }
}

function createLimit({ by, points, seconds }: Limit, counterOf: CounterMaker): LimitCheck {
  if (by === 'ip') {
    const addresses = counterOf({ name: 'ip', points, seconds })
    return ({ ip }) => countOrRefuse(addresses, limitKey(ip))
  }
  const accounts = counterOf({ name: 'account', points, seconds })
  const addresses = counterOf({ name: 'address', points: points * SHARED_ADDRESS, seconds })
  return ({ ip, accountId }) =>
    accountId === null ? countOrRefuse(addresses, limitKey(ip)) : countOrRefuse(accounts, accountId)
}

/** Counts one for `key`; throws `RateLimited` when there was one too many. */
export async function countOrRefuse(counter: Counter, key: string): Promise<void> {
  const waitMs = await count(counter, key)
  if (waitMs > 0) throw new RateLimited(Math.ceil(waitMs / 1000))
}
