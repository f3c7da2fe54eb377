import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { App } from '../../../context.ts'
import { count } from '../../http/limits/rate-limits.ts'
import { appState } from '../../app-state.ts'

/** At most `points` mutations of an account in `seconds`. Mutations that share one object share the count. */
export type MutationLimit = { points: number; seconds: number }

/** All mutations together; it counts what is refused as well: each leaves its outcome in the ledger. */
const ALL: MutationLimit = { points: 6000, seconds: 600 }

const countersOf = appState(() => new Map<MutationLimit, RateLimiterMemory>())

/**
 * Counts a mutation through `/api/sync`; answers how long to wait in milliseconds, 0 when it may go. A device that was
 * offline for long sends all at once: the limits leave room for that, and allow in the long run about the rate of REST.
 * Over a limit nothing is refused, the rest waits.
 */
export async function delayOf(app: App, accountId: string, limit: MutationLimit | undefined): Promise<number> {
  if (app.config.rateLimits === 'off') return 0
  const ownDelay = limit === undefined ? 0 : await delay(counterOf(app, limit), accountId)
  return ownDelay > 0 ? ownDelay : delay(counterOf(app, ALL), accountId)
}

function counterOf(app: App, limit: MutationLimit): RateLimiterMemory {
  const counters = countersOf(app)
  const counter = counters.get(limit) ?? new RateLimiterMemory({ points: limit.points, duration: limit.seconds })
  counters.set(limit, counter)
  return counter
}

async function delay(counter: RateLimiterMemory, accountId: string): Promise<number> {
  const waitMs = await count(counter, accountId)
  return waitMs > 0 ? Math.max(1000, waitMs) : 0
}
