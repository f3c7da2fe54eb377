import assert from 'node:assert/strict'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { isCopy } from '@vesper/sync/engine/core/device-turn.ts'
import type { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import type { SyncResponse } from '@vesper/sync/engine/protocol/sync-response.ts'
import type { App } from '../../app.ts'
import { KEPT } from '../database/driver/prepared-statements.ts'
import type { Source } from '../database/transaction.ts'
import { checkHistory, enterRun } from './history/history.ts'
import type { HistoryRow } from './history/history.ts'

/** The identity of a database, and in which run of a server it is. */
export type Epoch = { epoch: string; run: number }

/** Gives a database that has no identity its own. */
export async function makeEpoch(em: SqlEntityManager): Promise<void> {
  const made = `insert into epoch (singleton, epoch, run) values (1, gen_random_uuid(), ?) on conflict do nothing returning run`
  await em.execute(`with made as (${made}) insert into server_run (run) select run from made`, [Date.now()])
}

/** True where the database has its tables of synchronisation and an identity. */
export async function hasEpoch(em: SqlEntityManager): Promise<boolean> {
  const [made] = await em.execute<{ is: boolean }[]>(`select to_regclass('epoch') is not null as is`)
  return made?.is === true && (await em.execute('select 1 from epoch')).length > 0
}

/** Begins a run. One server at a time calls it. */
export async function beginRun(em: SqlEntityManager): Promise<void> {
  // During a deployment, servers that do not know this table begin runs, too.
  await em.execute('insert into server_run (run) select run from epoch on conflict do nothing')
  await em.execute(
    `with begun as (update epoch set run = greatest(run + 1, ?) returning run)
     insert into server_run (run) select run from begun`,
    [Date.now()],
  )
}

/** Notes the version of the server that has brought the schema up to date. */
export async function noteVersion(em: SqlEntityManager, version: string): Promise<void> {
  await em.execute('update epoch set version = ?', [version])
}

/** The version that migrated the database last; null for a database without such a note. */
export async function readVersion(em: SqlEntityManager): Promise<string | null> {
  const [row] = await em.execute<{ version: string | null }[]>('select version from epoch')
  return row?.version ?? null
}

/** The identity of the database that `em` reads. */
export async function readEpoch(em: SqlEntityManager): Promise<Epoch> {
  const [row] = await em.execute<{ epoch: string; run: string }[]>('select epoch, run from epoch where singleton = 1')
  assert(row, 'the epoch is made with the database')
  return { epoch: row.epoch, run: Number(row.run) }
}

/** The database as a request sees it, and `isOurs`: true when the versions that the device holds count in it. */
type Identified = Epoch &
  Pick<SyncResponse, 'copied'> & {
    isOurs: boolean
    /** The backlog that the device reports differs from the stored one. */
    isBacklogNew: boolean
  }

type Row = HistoryRow & {
  epoch: string
  run: string
  ours: boolean
  turn: string | null
  incarnation: string | null
  pruned: string | null
  backlog: number | null
}

/**
 * The same, whether [EPOCH-1] this database and [TIME-3] a run that it was in counted what the device holds, and
 * [TIME-1] whether the device is a copy of the one that the database knows. A request that compares nothing skips this
 * check: it may run beside a push, whose turn it does not know yet. Throws `HistoryChanged`; see `inHistory`.
 */
export async function readEpochFor(
  { app, em }: Source,
  { account, device, sums, ...said }: SyncRequest,
): Promise<Identified> {
  const { columns, check } = checkHistory(app)
  const [row] = await em.execute<Row[]>(epochStatement(columns), [said.run, said.run, account, device])
  assert(row, 'the epoch is made with the database')
  check(row)
  enterRun(app, Number(row.run))
  const { epoch, turn, incarnation } = row
  const isKnown = turn !== null && incarnation !== null && sums === undefined
  const copied = isKnown && isCopy(said, { turn: Number(turn), incarnation }) ? ageOf(said.turn, row) : undefined
  const isOurs = said.epoch === epoch && row.ours
  const isBacklogNew = sums === undefined && (said.left ?? 0) !== (row.backlog ?? 0)
  return { epoch, run: Number(row.run), isOurs, isBacklogNew, ...(copied && { copied }) }
}

/** The statement that begins a pull: what the database knows of a run and a device, with these columns of the epoch `e`. */
export function epochStatement(columns: string): string {
  return `${KEPT} select e.epoch, e.run, e.run = ? or exists (select from server_run where run = ?) as ours,
       d.turn, d.incarnation, d.pruned_turn as pruned, d.backlog, ${columns}
     from epoch e left join device d on d.account_id = ? and d.device_id = ?
     where e.singleton = 1`
}

/** [TIME-2] The server never forgets mutations that both copies have in their outboxes: either may still send them. */
export async function noteCopied(app: App, { account, device }: SyncRequest): Promise<void> {
  app.log.warn({ device }, 'a device is a copy of another, which has gone on')
  await app.orm.em
    .fork()
    .execute('update device set copied = true where account_id = ? and device_id = ?', [account, device])
}

function ageOf(turn: number, { pruned }: Row): 'recent' | 'old' {
  return turn <= Number(pruned) ? 'old' : 'recent'
}
