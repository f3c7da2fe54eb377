import type { App } from '../../../app.ts'
import { appState } from '../../app-state.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { historyColumns, isOther, OIDS_OF_E, readSystem } from './history-columns.ts'
import type { Readable } from './history-columns.ts'

/** The database of a statement is in another history than this server has seen; see `history-columns.ts`. */
export class HistoryChanged extends Error {
  override readonly name = 'HistoryChanged'
}

/** The columns that `checkHistory` reads, besides the run. `known`: the history in which the run began. */
export type HistoryRow = { known: string | null; history: string; lsn: string | number }

/** The last that this server has seen. `lsn` only grows. */
type Seen = { readable: Readable; run: number; lsn: number }

const seenOf = appState((): Seen => ({ readable: 'timeline', run: 0, lsn: 0 }))

/** Sets out from the run that this server begins or joins. */
export function startHistory(app: App, seen: { readable: Readable; run: number }): void {
  Object.assign(seenOf(app), seen)
}

/**
 * The columns of a statement that checks the history, of which `e` is the epoch, and a function that checks its row.
 * Take both right before the statement is sent: the position of the log must be compared with what was seen by then.
 */
export function checkHistory(app: App): { columns: string; check: (row: HistoryRow) => void } {
  const seen = seenOf(app)
  const least = seen.lsn
  return {
    columns: `e.history as known, ${historyColumns(seen.readable)}`,
    check({ known, history, lsn }) {
      const stored = Number(lsn)
      if (isOther(known, history) || stored < least) {
        throw new HistoryChanged('the database is in another history')
      }
      seen.lsn = Math.max(seen.lsn, stored)
    },
  }
}

/** Runs `work`; where its statement finds another history, begins a run first and runs it once more. */
export async function inHistory<Result>(app: App, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof HistoryChanged)) throw error
    await followHistory(app)
    return work()
  }
}

type Followed = { run: string; history: string; lsn: string; held: boolean }

/**
 * Begins a run in the present history, unless another server has; holds jobs that move money where the role can tell that
 * something may be lost. Every connected device is asked to pull.
 */
export async function followHistory(app: App): Promise<void> {
  const seen = seenOf(app)
  const columns = historyColumns(seen.readable)
  const system = await readSystem(app.orm.em.fork())
  // A log that is too short tells the other servers nothing, so the run that each has seen counts.
  await app.orm.em.fork().execute(
    `with present as (select ${columns}), begun as (
       update epoch e set run = greatest(e.run + 1, ?), history = present.history, system = ?, oids = ${OIDS_OF_E},
         held_at = case when ? or e.oids <> ${OIDS_OF_E} then coalesce(e.held_at, now()) else e.held_at end
       from present
       where e.history is distinct from present.history or e.system is distinct from ?
         or e.oids is distinct from ${OIDS_OF_E} or e.run <= ?
       returning e.run
     )
     insert into server_run (run) select run from begun on conflict do nothing`,
    [Date.now(), system, seen.readable === 'timeline', system, seen.run],
  )
  const [followed] = await app.orm.em
    .fork()
    .execute<Followed[]>(`select e.run, ${columns}, e.held_at is not null as held from epoch e where singleton = 1`)
  if (!followed) return
  seen.lsn = Number(followed.lsn)
  app.log.error({ history: followed.history, held: followed.held }, 'the history of the database has changed')
  enterRun(app, Number(followed.run))
}

/** Notes the run that the database is in. A run that another server has begun makes every connected device pull. */
export function enterRun(app: App, run: number): void {
  const seen = seenOf(app)
  if (run === seen.run) return
  seen.run = run
  app.live.pokeAll()
}

/** True while jobs that move money wait for `npm run admin -- restored`. */
export async function isMoneyHeld(app: App): Promise<boolean> {
  const [row] = await app.orm.em.fork().execute<{ held: boolean }[]>('select held_at is not null as held from epoch')
  return row?.held === true
}

/** Lets jobs that move money run again after a restore. Answers false where none waited. */
export async function releaseMoney(tx: Tx): Promise<boolean> {
  const released = await tx.em.execute<{ since: string }[]>(
    `update epoch set held_at = null from (select held_at as since from epoch for update) before
     where held_at is not null returning before.since`,
  )
  const [hold] = released
  if (hold) audit(tx, { action: 'money.release', subjectId: 'restore', before: { heldSince: hold.since } })
  return hold !== undefined
}
