import type { App } from '../../../app.ts'
import { appState } from '../../app-state.ts'
import { count, createCounter } from '../../http/limits/counter.ts'
import type { Counter } from '../../http/limits/counter.ts'

/** At most `points` mutations of an account in `seconds`. Mutations that share one object share the count. */
export type MutationLimit = { points: number; seconds: number }

/** All mutations together; it counts what is refused as well: each leaves its outcome in the ledger. */
const ALL: MutationLimit = { points: 6000, seconds: 600 }
/** Far above what a person does in a day. */
const ALL_OF_A_DAY: MutationLimit = { points: 20_000, seconds: 86_400 }
/** Mutations that change nothing: unknown names, bad arguments, cancellations. No app sends more than a few. */
export const WITHOUT_EFFECT: MutationLimit = { points: 300, seconds: 6 * 3_600 }
/** Databases of an account that the server has not heard of. Each leaves a row; a person has a few in a year. */
const NEW_DEVICES: MutationLimit = { points: 50, seconds: 86_400 }

const countersOf = appState(() => new Map<MutationLimit, Counter>())
const namesOf = appState((app): Map<MutationLimit, string> => {
  const ofMutations = Object.entries(app.domains.mutations).flatMap(([name, { limit }]) =>
    limit ? [{ name, limit }] : [],
  )
  // The first name of those that share a limit stands for all.
  return new Map([
    ...ofMutations.toSorted((a, b) => (a.name < b.name ? 1 : -1)).map(({ name, limit }) => [limit, name] as const),
    ...([
      [ALL, 'all'],
      [ALL_OF_A_DAY, 'all of a day'],
      [WITHOUT_EFFECT, 'without effect'],
      [NEW_DEVICES, 'new devices'],
    ] as const),
  ])
})

/**
 * Counts a mutation through `/api/sync`; answers how long to wait in milliseconds, 0 when it may go. A device that was
 * offline for long sends all at once: the limits leave room for that, and allow in the long run about the rate of REST.
 * Over a limit nothing is refused, the rest waits.
 */
export async function delayOf(app: App, accountId: string, limit: MutationLimit | undefined): Promise<number> {
  if (app.config.rateLimits === 'off') return 0
  const limits = limit ? [limit, ALL, ALL_OF_A_DAY] : [ALL, ALL_OF_A_DAY]
  // At once: they may count in Redis.
  const waits = await Promise.all(limits.map((each) => delay(counterOf(app, each), accountId)))
  const waitMs = waits.find((wait) => wait > 0) ?? 0
  if (waitMs > 0) await uncount(app, accountId, limits)
  return waitMs
}

/**
 * Takes back what `delayOf` counted for a mutation that got no outcome: the device sends it again, and it counts then.
 * One that was `tried` stays in the count of ten minutes, which bounds the work; those behind it do not.
 */
export async function giveBack(
  app: App,
  accountId: string,
  { limit, tried }: { limit: MutationLimit | undefined; tried: boolean },
): Promise<void> {
  if (app.config.rateLimits === 'off') return
  const counted = tried ? [ALL_OF_A_DAY] : [ALL, ALL_OF_A_DAY]
  await uncount(app, accountId, limit ? [limit, ...counted] : counted)
}

async function uncount(app: App, accountId: string, limits: readonly MutationLimit[]): Promise<void> {
  await Promise.all(limits.map((limit) => counterOf(app, limit).reward(accountId)))
}

/** Counts a device that the server has not heard of; answers how long it has to wait in milliseconds, 0 for not at all. */
export async function delayOfNewDevice(app: App, accountId: string): Promise<number> {
  return app.config.rateLimits === 'off' ? 0 : delay(counterOf(app, NEW_DEVICES), accountId)
}

function counterOf(app: App, limit: MutationLimit): Counter {
  const counters = countersOf(app)
  const name = `mutations ${namesOf(app).get(limit) ?? 'unnamed'}`
  const counter = counters.get(limit) ?? createCounter(app, { name, ...limit })
  counters.set(limit, counter)
  return counter
}

async function delay(counter: Counter, accountId: string): Promise<number> {
  const waitMs = await count(counter, accountId)
  return waitMs > 0 ? Math.max(1000, waitMs) : 0
}
