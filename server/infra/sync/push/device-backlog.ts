import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import type { App } from '../../../app.ts'
import type { Actor } from '../../database/transaction.ts'

/**
 * Devices of an account that have only ever said what waits on them. An unknown client can name a new device with each
 * request.
 */
const SILENT_KEPT = 100
/** The `settledTurn` of such a device; its first push raises it, whatever that brings. */
const SILENT = -2

/** [BACKLOG-1] Notes how much waits on a device that hands in nothing; of what hands in something the push notes it. */
export async function noteBacklog(
  app: App,
  { userId, sessionId }: Actor,
  { device, turn, incarnation, left = 0 }: SyncRequest,
): Promise<void> {
  const now = app.clock()
  const em = app.orm.em.fork()
  const [noted] = await em.execute<{ made: boolean }[]>(
    `insert into device (account_id, device_id, turn, incarnation, settled_turn, backlog, session_id, created_at, last_seen_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, device_id) do update set
       backlog = excluded.backlog, session_id = excluded.session_id, last_seen_at = excluded.last_seen_at
     returning xmax = 0 as made`,
    [userId, device, turn, incarnation, SILENT, left, sessionId, now, now],
  )
  if (noted?.made) await forgetSilent(em, userId)
}

/**
 * [BACKLOG-3] Nothing was decided under the name of what goes: should it come back, it is a device like any other that the
 * server has not heard of.
 */
async function forgetSilent(em: SqlEntityManager, accountId: string): Promise<void> {
  await em.execute(
    `delete from device d using (
       select device_id from device where account_id = ? and settled_turn = ? and not copied
       order by last_seen_at desc, device_id offset ?
     ) as old
     where d.account_id = ? and d.device_id = old.device_id and d.settled_turn = ? and not d.copied`,
    [accountId, SILENT, SILENT_KEPT, accountId, SILENT],
  )
}

/** [BACKLOG-2] How much waited where each session of an account is open, when the device there was last heard of. */
export async function backlogsOf(em: SqlEntityManager, accountId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await em.execute<{ sessionId: string; backlog: number }[]>(
    `select distinct on (session_id) session_id as "sessionId", backlog from device
     where account_id = ? and session_id is not null order by session_id, last_seen_at desc`,
    [accountId],
  )
  return new Map(rows.map(({ sessionId, backlog }) => [sessionId, backlog]))
}
