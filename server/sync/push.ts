import { SCHEMA_VERSION } from '@vesper/sync/mutations/registry.ts'
import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import type { SyncRequest, WireMutation } from '@vesper/sync/protocol/sync-request.ts'
import { inTurn } from '../concurrency/in-turn.ts'
import type { App } from '../context.ts'
import type { Actor } from '../database/transaction.ts'
import { applyMutation } from './apply-mutation.ts'
import type { Push } from './apply-mutation.ts'
import { prepare } from './commands.ts'
import type { Prepared } from './commands.ts'
import { outcomesOf } from './ledger.ts'
import { delayOf } from './mutation-limits.ts'

const RETRY_MS = 1000
/** A device gives a request 10 s: what is not decided by then goes into the next one. */
const PUSH_MS = 5000

/** What the mutations of a request are about, those sent again included: their effects belong into its answer. */
export type About = { spaces: Set<string>; messages: Set<string> }

export type PushResult = {
  about: About
  /** Set when some mutation was left for later. */
  retryAfterMs?: number
}

/**
 * Decides the mutations of a request, in order. One that cannot be decided now is left without an outcome, and so is what
 * follows it in its lane: [LANE-1] an order within a lane is never broken, and no lane waits for another.
 */
export async function push(app: App, actor: Actor, request: SyncRequest): Promise<PushResult> {
  const mutations = request.mutations.map((mutation) => ({ ...mutation, id: mutation.id.toLowerCase() }))
  const nothing: About = { spaces: new Set(), messages: new Set() }
  if (mutations.length === 0) return { about: nothing }
  // What a newer app means by its arguments is not for this server to judge: nothing is refused, all of it waits.
  if (request.schema > SCHEMA_VERSION) return { about: nothing, retryAfterMs: 30 * RETRY_MS }

  return inTurn(actor.userId, () => decideAll(app, actor, { ...request, mutations }))
}

async function decideAll(app: App, actor: Actor, request: SyncRequest): Promise<PushResult> {
  const device = { accountId: actor.userId, deviceId: request.device, incarnation: request.incarnation }
  const ids = request.mutations.map(({ id }) => id)
  // One alone is looked up under its lock.
  const known = ids.length > 1 ? await outcomesOf(app.orm.em.fork(), ids, actor.userId) : new Map()
  const about: About = { spaces: new Set(), messages: new Set() }
  const stalled = new Set<string>()
  const until = performance.now() + PUSH_MS
  let retryAfterMs = 0
  for (const mutation of request.mutations) {
    const prepared = prepare(mutation.name, mutation.args, actor.userId)
    if ('space' in prepared) note(about, prepared)
    if (known.has(mutation.id) || stalled.has(mutation.lane) || performance.now() > until) continue
    const wait = await decide({ app, actor, device }, mutation, prepared)
    if (wait === 0) continue
    stalled.add(mutation.lane)
    retryAfterMs = Math.max(retryAfterMs, wait)
  }
  return retryAfterMs > 0 ? { about, retryAfterMs } : { about }
}

function note(about: About, { space, message }: Prepared): void {
  about.spaces.add(space)
  if (message !== undefined) about.messages.add(message)
}

/** Answers how long to wait before the next attempt, 0 when the mutation is decided. */
async function decide(target: Push, mutation: WireMutation, prepared: ReturnType<typeof prepare>): Promise<number> {
  const kind = 'limit' in prepared && !mutation.cancelled ? prepared.limit : undefined
  const delay = await delayOf(target.app, target.actor.userId, kind)
  if (delay > 0) return delay
  try {
    await applyMutation(target, mutation, prepared)
    return 0
  } catch (error) {
    const { id, name } = mutation
    const level = error instanceof Refusal ? 'info' : 'error'
    target.app.log[level]({ err: error, mutation: { id, name } }, 'a mutation waits for another attempt')
    return RETRY_MS
  }
}
