import { randomUUID } from 'node:crypto'
import type { MikroORM, SqlEntityManager } from '@mikro-orm/postgresql'
import type { App } from '../../../app.ts'
import { appState } from '../../app-state.ts'
import { RELEASE } from '../../database/stored-migrations.ts'
import { beginRun } from '../epoch.ts'
import { historyColumns, isOther, OIDS_OF_E, readSystem, tryTimeline } from './history-columns.ts'
import type { Readable } from './history-columns.ts'
import { checkHistory, enterRun, HistoryChanged, inHistory, startHistory } from './history.ts'
import type { HistoryRow } from './history.ts'

/** A process says so often that it holds its run, in milliseconds. */
const BEAT_MS = 5_000
/** A run is held while a process was seen in it within so many seconds. */
const HELD_SECONDS = 15

/**
 * A server or worker that holds the run of its database. `system` identifies the cluster, where the role may read it.
 * `servers`: live processes of the database that take calls, this one included, as of the last beat. `serves`: it takes calls.
 */
export type ServerLease = {
  id: string
  readable: Readable
  system: string | null
  run: number
  servers: number
  serves: boolean
}

const leaseOf = appState((): { lease: ServerLease | null } => ({ lease: null }))

/** Where a database stands: its history, and how far its log is stored. */
type Place = { history: string; lsn: string }
/** `oids`: the numbers of the tables as stored; `present`: as they are. */
type Tables = { oids: string | null; present: string }
type Stored = Tables & { run: string; system: string | null; history: string | null; shared: boolean }

/**
 * Joins the run of the database where another process holds it and the history is the same; else begins a run. Where the
 * history is another one than the stored one, jobs that move money wait.
 */
export async function joinRun(orm: MikroORM, { serves = true } = {}): Promise<ServerLease> {
  const [readable, system] = [await tryTimeline(orm), await readSystem(orm.em.fork())]
  const lease = { id: randomUUID(), readable, system, serves }
  return { ...lease, ...(await orm.em.fork().transactional((em) => takeRun(em, lease))) }
}

/** Gives the run up: the next server to start begins one, unless another process holds it. */
export async function leaveRun(orm: MikroORM, { id }: ServerLease): Promise<void> {
  // Nothing is lost without a database: the run ends by itself.
  await orm.em
    .fork()
    .execute('update "server" set run = null where id = ?', [id])
    .catch(() => {})
}

/** Has the app count in the run of this lease. */
export function useLease(app: App, lease: ServerLease): void {
  leaseOf(app).lease = lease
  startHistory(app, lease)
}

/** Tells the other servers that this one is about to stop, so that they take over what only one server does. */
export async function stopServing(app: App): Promise<void> {
  const { lease } = leaseOf(app)
  if (!lease) return
  lease.serves = false
  // Without a database they notice that it is silent.
  await app.orm.em
    .fork()
    .execute('update "server" set serves = false where id = ?', [lease.id])
    .catch(() => {})
}

/** True while another server takes calls: it was seen within the last 15 seconds, and is not about to stop. */
export async function isOtherServing(app: App, em: SqlEntityManager): Promise<boolean> {
  const own = leaseOf(app).lease
  // A process without a lease serves nobody yet: it makes the demo.
  if (!own) return false
  const [other] = await em.execute<{ is: boolean }[]>(
    `select exists (
       select from "server" where id <> ? and serves and run is not null
         and seen_at > now() - make_interval(secs => ?)
     ) as is`,
    [own.id, HELD_SECONDS],
  )
  return other?.is === true
}

/** Says every few seconds that the process lives, and looks whether the database is still in the same history. */
export function keepLease(app: App): Promise<{ stop: () => Promise<void> }> {
  const { lease } = leaseOf(app)
  const timer = setInterval(() => {
    if (!lease) return
    inHistory(app, () => beat(app, lease)).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the server could not say that it lives'),
    )
  }, BEAT_MS).unref()
  return Promise.resolve({
    stop() {
      clearInterval(timer)
      return Promise.resolve()
    },
  })
}

async function takeRun(em: SqlEntityManager, lease: Omit<ServerLease, keyof Entered>): Promise<Entered> {
  const [place] = await em.execute<Place[]>(`select ${historyColumns(lease.readable)}`)
  // The lock lets servers that start together begin one run.
  const [stored] = await em.execute<Stored[]>(
    `select e.run, e.system, e.history, e.oids, ${OIDS_OF_E} as present, exists (
       select from "server" s where s.run = e.run and s.seen_at > now() - make_interval(secs => ?)
     ) as shared from epoch e where singleton = 1 for update of e`,
    [HELD_SECONDS],
  )
  if (!place || !stored) throw new Error('the epoch is made with the database')
  const isRestored = isElsewhere(stored.system, lease.system) || isElsewhere(stored.oids, stored.present)
  const isAnother = isOther(stored.history, place.history)
  if (isRestored || isAnother || !stored.shared) await beginRun(em)
  // A new start of the database process does not tell that something is lost; new tables and another cluster do.
  const isHeld = isRestored || (isAnother && lease.readable === 'timeline')
  await em.execute(
    `update epoch set system = ?, history = ?, oids = ?,
       held_at = case when ? then coalesce(held_at, now()) else held_at end`,
    [lease.system, place.history, stored.present, isHeld],
  )
  const entered = await enter(em, [lease.id, RELEASE, place.history, place.lsn, lease.serves])
  await em.execute(`delete from "server" where seen_at < now() - interval '7 days'`)
  return entered
}

type Entered = Pick<ServerLease, 'run' | 'servers'>

async function enter(em: SqlEntityManager, row: unknown[]): Promise<Entered> {
  const [entered] = await em.execute<{ run: string; servers: number }[]>(noteServer, row)
  if (!entered) throw new Error('the epoch is made with the database')
  return { run: Number(entered.run), servers: entered.servers }
}

const noteServer = `
  insert into "server" (id, release, run, timeline, lsn, serves, seen_at)
  select ?, ?, run, ?, ?, ?, now() from epoch
  on conflict (id) do update set run = excluded.run, timeline = excluded.timeline, lsn = excluded.lsn,
    serves = excluded.serves, seen_at = now()
  returning run, (select count(*)::int + 1 from "server" other where other.id <> "server".id and other.serves and other.run is not null
    and other.seen_at > now() - interval '${HELD_SECONDS} seconds') as servers`

async function beat(app: App, lease: ServerLease): Promise<void> {
  const em = app.orm.em.fork()
  const system = await readSystem(em)
  const { columns, check } = checkHistory(app)
  const [row] = await em.execute<(HistoryRow & Tables & { system: string | null })[]>(
    `select e.system, e.oids, ${OIDS_OF_E} as present, ${columns} from epoch e where singleton = 1`,
  )
  if (!row) return
  check(row)
  if (isElsewhere(row.system, system)) throw new HistoryChanged('the database is in another cluster')
  if (isElsewhere(row.oids, row.present)) throw new HistoryChanged('the tables come from a backup')
  const { run, servers } = await enter(em, [lease.id, RELEASE, row.history, row.lsn, lease.serves])
  lease.servers = servers
  enterRun(app, run)
}

function isElsewhere(stored: string | null, present: string | null): boolean {
  return stored !== null && present !== null && stored !== present
}
