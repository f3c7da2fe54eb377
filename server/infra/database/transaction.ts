import { setTimeout } from 'node:timers/promises'
import { DriverException } from '@mikro-orm/core'
import type { EntityManager, SqlEntityManager } from '@mikro-orm/postgresql'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import type { App } from '../../app.ts'
import { appendDecisions } from '../audit/append-decisions.ts'
import { raiseSpaces, trackChanges } from '../sync/change-feed/change-feed.ts'

/** Who acts: a signed-in account, through one session. */
export type Actor = {
  userId: string
  sessionId: string
  isPerformer: boolean
  /** The country of the account's latest call, as it was before this one. */
  countrySeen?: string | null
  /** Staff have suspended the account: calls that stay open to it say so. */
  isSuspended?: boolean
  /** The end of the time in which the session does what asks for a step-up. */
  elevatedUntil?: Date | null
  /** Where staff act: what they may, the network that the call came from, as limits count it, and its id. */
  desk?: { permissions: readonly Permission[]; network: string; requestId: string }
}

/** Where rows are read. A transaction is one. */
export type Source = { app: App; em: SqlEntityManager }

/**
 * The right to write. Commands take one, so that nothing writes outside a transaction.
 * `actor` is null for what the system does by itself; `now` is the transaction's one clock reading.
 */
export type Tx = {
  app: App
  em: EntityManager
  actor: Actor | null
  now: Date
  /**
   * Writes what has been made, so that what the database has against it is known here. Among commands that are decided
   * together, it waits for the last one.
   */
  flush: () => Promise<void>
  /** Runs after the commit, never after a rollback: live events, pokes, mail. A failure there is logged. */
  afterCommit: (work: () => void | Promise<void>) => void
}

const ATTEMPTS = 3
/** Milliseconds before another attempt: the other transaction takes the rows that it waits for. */
const PAUSE = { least: 20, most: 80 }

/**
 * Runs `work` in one transaction and raises the versions of the spaces that it changed, last, in sorted order; after them
 * comes what was audited.
 * Changes are seen at the ORM's flush; a flush outside of this function fails. `work` runs again, up to three times, where
 * PostgreSQL took all of it back for the sake of another transaction, after a pause in which the other one can go on: at once
 * it would take the rows again before the other wakes up.
 */
export async function transact<Result>(
  app: App,
  actor: Actor | null,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(app, actor, work)
    } catch (error) {
      if (!isContention(error) || attempt === ATTEMPTS) throw error
      await setTimeout(PAUSE.least + Math.random() * (PAUSE.most - PAUSE.least))
    }
  }
}

/** Serialisation failure and deadlock: PostgreSQL chose this transaction to give way. */
function isContention(error: unknown): boolean {
  return error instanceof DriverException && (error.code === '40001' || error.code === '40P01')
}

async function attemptOnce<Result>(app: App, actor: Actor | null, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const followUps: (() => void | Promise<void>)[] = []
  const em = app.orm.em.fork()
  const tx: Tx = {
    ...{ app, em, actor, now: app.clock() },
    flush: () => em.flush(),
    afterCommit: (followUp) => void followUps.push(followUp),
  }
  const result = await committed(tx, async () => {
    const changes = trackChanges(em)
    const answer = await work(tx)
    await em.flush()
    const raised = await raiseSpaces(em, changes, app.domains.derivedSql)
    await appendDecisions(tx)
    if (raised.length > 0) tx.afterCommit(() => app.live.poke(raised, actor?.userId ?? null))
    return answer
  })
  for (const followUp of followUps) await runSafely(app, followUp)
  return result
}

/** Not the ORM's own `transactional`, which looks the transaction up anew, by an asynchronous context, at each step. */
async function committed<Result>({ app, em }: Tx, work: () => Promise<Result>): Promise<Result> {
  await em.begin()
  try {
    const result = await work()
    await em.commit()
    return result
  } catch (error) {
    // On a connection that is lost there is nothing to take back, and why it failed is told by the first error.
    await em
      .rollback()
      .catch((failure: unknown) => app.log.warn({ err: failure }, 'a transaction is left to end by itself'))
    throw error
  }
}

async function runSafely(app: App, followUp: () => void | Promise<void>): Promise<void> {
  try {
    await followUp()
  } catch (error) {
    app.log.error({ err: error }, 'a follow-up of a committed transaction failed')
  }
}
