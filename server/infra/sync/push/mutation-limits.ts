import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { App } from '../../../context.ts'
import { count } from '../../http/limits/rate-limits.ts'
import { appState } from '../../app-state.ts'

/** Mutations that have a limit of their own. */
export type LimitedKind = 'send' | 'open' | 'profile' | 'follow' | 'reaction' | 'publish' | 'draft'

/**
 * Mutations through `/api/sync`, an account: what a device wrote in a long time offline goes out at once, and in the long
 * run it is about the rate that REST allows. Over a limit nothing is refused, the rest waits. `all` counts what is
 * refused as well: each leaves its outcome in the ledger.
 */
const limits = {
  all: { points: 6000, duration: 600 },
  send: { points: 1500, duration: 600 },
  open: { points: 120, duration: 600 },
  profile: { points: 120, duration: 600 },
  follow: { points: 600, duration: 600 },
  reaction: { points: 1200, duration: 600 },
  publish: { points: 120, duration: 600 },
  draft: { points: 1500, duration: 600 },
} as const

const countersOf = appState(() => ({
  all: new RateLimiterMemory(limits.all),
  send: new RateLimiterMemory(limits.send),
  open: new RateLimiterMemory(limits.open),
  profile: new RateLimiterMemory(limits.profile),
  follow: new RateLimiterMemory(limits.follow),
  reaction: new RateLimiterMemory(limits.reaction),
  publish: new RateLimiterMemory(limits.publish),
  draft: new RateLimiterMemory(limits.draft),
}))

/** Counts a mutation; answers how long to wait in milliseconds, 0 when it may go. */
export async function delayOf(app: App, accountId: string, kind: LimitedKind | undefined): Promise<number> {
  if (app.config.rateLimits === 'off') return 0
  const counters = countersOf(app)
  const ownDelay = kind === undefined ? 0 : await delay(counters[kind], accountId)
  return ownDelay > 0 ? ownDelay : delay(counters.all, accountId)
}

async function delay(counter: RateLimiterMemory, accountId: string): Promise<number> {
  const waitMs = await count(counter, accountId)
  return waitMs > 0 ? Math.max(1000, waitMs) : 0
}
