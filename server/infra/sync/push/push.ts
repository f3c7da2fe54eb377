import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SyncRequest, WireMutation } from '@vesper/sync/engine/protocol/sync-request.ts'
import { SCHEMA_VERSION } from '@vesper/sync/vesper/mutations/schema-version.ts'
import type { App } from '../../../app.ts'
import { inTurn } from '../../concurrency/in-turn.ts'
import type { Actor } from '../../database/transaction.ts'
import { refuseEnded } from '../../sessions/sessions.ts'
import { unauthenticated } from '../../sessions/unauthenticated.ts'
import { HistoryChanged, inHistory } from '../history/history.ts'
import { prepare } from '../mutation-handlers.ts'
import type { Prepared } from '../mutation-handlers.ts'
import { applyMutation, applyTogether } from './apply-mutation.ts'
import type { Push } from './apply-mutation.ts'
import { CopiedDevice, EndedSession } from './device-lock.ts'
import { delayOfKnownDevice } from './known-devices.ts'
import { outcomesOf, renewEntries } from './ledger.ts'
import { delayOf, giveBack, WITHOUT_EFFECT } from './mutation-limits.ts'
import type { MutationLimit } from './mutation-limits.ts'

const RETRY_MS = 1000
/** A device gives a request 10 s: what is not decided by then goes into the next one. */
const PUSH_MS = 5000
/** Mutations of a lane that one transaction decides: what it locks is held for as long as they take. */
const TOGETHER = 25

/** The objects of all mutations of a request, repeated ones included: their effects belong into its answer. */
export type About = { spaces: Set<string>; rows: Set<string> }

export type PushResult = {
  about: About
  /** Set when some mutation was left for later. */
  retryAfterMs?: number
}

/**
 * Decides the mutations of a request, in order. One that cannot be decided now is left without an outcome, and so is what
 * follows it in its lane: [LANE-1] an order within a lane is never broken, and no lane waits for another. Refuses as
 * `unauthenticated` where the session has ended while the request waited its turn.
 */
export async function push(app: App, actor: Actor, request: SyncRequest): Promise<PushResult> {
  const mutations = request.mutations.map((mutation) => ({ ...mutation, id: mutation.id.toLowerCase() }))
  const nothing: About = { spaces: new Set(), rows: new Set() }
  if (mutations.length === 0) return { about: nothing }
  // This server cannot judge the arguments of a newer app: it rejects nothing, and all of it waits.
  if (request.schema > SCHEMA_VERSION) return { about: nothing, retryAfterMs: 30 * RETRY_MS }

  const decide = () => inTurn(actor.userId, () => decideAll(app, actor, { ...request, mutations }))
  return inHistory(app, decide).catch(async (error: unknown) => {
    // The answer says so, and the device comes again as another.
    if (error instanceof CopiedDevice) return { about: nothing }
    if (!(error instanceof EndedSession)) throw error
    await refuseEnded(app, actor)
    throw unauthenticated()
  })
}

/** A mutation that the ledger does not have, and what its command makes of it. */
type Undecided = { sent: WireMutation; prepared: ReturnType<typeof prepare> }

async function decideAll(app: App, actor: Actor, request: SyncRequest): Promise<PushResult> {
  const { device: deviceId, turn, incarnation, next, all, left } = request
  const { userId: accountId, sessionId } = actor
  const device = { accountId, deviceId, sessionId, turn, incarnation, next, all, left }
  const waitMs = await delayOfKnownDevice(app, device)
  if (waitMs > 0) return { about: { spaces: new Set(), rows: new Set() }, retryAfterMs: waitMs }
  const ids = request.mutations.map(({ id }) => id)
  // One alone is looked up under its lock.
  const known = ids.length > 1 ? await outcomesOf(app.orm.em.fork(), ids, actor.userId) : new Map()
  // A decision checks the session under the lock; a request of known mutations alone would check it nowhere.
  if (known.size > 0) {
    await refuseEnded(app, actor)
    await renewEntries(app.orm.em.fork(), device, [...known.keys()])
  }
  const about: About = { spaces: new Set(), rows: new Set() }
  const undecided: Undecided[] = []
  for (const sent of request.mutations) {
    const prepared = prepare(app.domains.mutations, sent, { account: actor.userId, schema: request.schema })
    if ('spaces' in prepared) note(about, prepared)
    if (!known.has(sent.id)) undecided.push({ sent, prepared })
  }
  const retryAfterMs = await decideLanes({ app, actor, device }, undecided)
  return retryAfterMs > 0 ? { about, retryAfterMs } : { about }
}

function note(about: About, { spaces, row }: Prepared): void {
  for (const space of spaces) about.spaces.add(space)
  if (row !== undefined) about.rows.add(row)
}

/**
 * Lane by lane: the order of a device is the order within each. Answers how long to wait for what is left, 0 for nothing.
 * A device holds each lane that is left for as long, so it is the shortest wait: no lane waits for another's limit.
 */
async function decideLanes(target: Push, undecided: readonly Undecided[]): Promise<number> {
  const until = performance.now() + PUSH_MS
  const waits: number[] = []
  for (const lane of Map.groupBy(undecided, ({ sent }) => sent.lane).values()) {
    const wait = await decideLane(target, lane, until)
    if (wait > 0) waits.push(wait)
  }
  return waits.length === 0 ? 0 : Math.min(...waits)
}

async function decideLane(target: Push, lane: readonly Undecided[], until: number): Promise<number> {
  for (let start = 0; start < lane.length; start += TOGETHER) {
    const wait = await decideInOrder(target, lane.slice(start, start + TOGETHER), until)
    if (wait > 0) return wait
  }
  return 0
}

/** Decides these of one lane. Answers how long to wait with the first that cannot be decided, and so with the others. */
async function decideInOrder(target: Push, entries: readonly Undecided[], until: number): Promise<number> {
  if (performance.now() > until) return RETRY_MS
  const { allowed, delayMs } = await withinLimits(target, entries)
  let tried = 0
  let decided = 0
  try {
    if (allowed.length > 1 && (await applyTogether(target, allowed))) {
      decided = allowed.length
      return delayMs
    }
    for (const { sent, prepared } of allowed) {
      if (performance.now() > until) return RETRY_MS
      tried += 1
      if (!(await decide(target, sent, prepared))) return RETRY_MS
      decided += 1
    }
    return delayMs
  } finally {
    for (const [index, entry] of allowed.entries()) {
      if (index >= decided)
        await giveBack(target.app, target.actor.userId, { limit: kindOf(entry), tried: index < tried })
    }
  }
}

/** Counts mutations against the account's limits, up to the first that has to wait. */
async function withinLimits({ app, actor }: Push, entries: readonly Undecided[]) {
  const waits = await Promise.all(entries.map((entry) => delayOf(app, actor.userId, kindOf(entry))))
  const first = waits.findIndex((delayMs) => delayMs > 0)
  if (first < 0) return { allowed: entries, delayMs: 0 }
  const behind = entries.filter((_, index) => index > first && waits[index] === 0)
  await Promise.all(behind.map((entry) => giveBack(app, actor.userId, { limit: kindOf(entry), tried: false })))
  return { allowed: entries.slice(0, first), delayMs: waits[first] ?? 0 }
}

function kindOf({ sent, prepared }: Undecided): MutationLimit | undefined {
  return 'invalid' in prepared || sent.cancelled ? WITHOUT_EFFECT : prepared.limit
}

/** True when an outcome stands now; an obstacle may pass. */
async function decide(target: Push, sent: WireMutation, prepared: Undecided['prepared']): Promise<boolean> {
  try {
    await applyMutation(target, sent, prepared)
    return true
  } catch (error) {
    if (error instanceof CopiedDevice || error instanceof EndedSession || error instanceof HistoryChanged) throw error
    const { id, name } = sent
    const level = error instanceof Refusal ? 'info' : 'error'
    target.app.log[level]({ err: error, mutation: { id, name } }, 'a mutation waits for another attempt')
    return false
  }
}
