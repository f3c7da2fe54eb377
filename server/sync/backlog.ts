import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { SyncRequest } from '@vesper/sync/protocol/sync-request.ts'
import type { App } from '../context.ts'
import type { Actor } from '../database/transaction.ts'

/** [BACKLOG-1] Notes how much waits on a device that hands in nothing; of what hands in something the push notes it. */
export async function noteBacklog(
  app: App,
  { userId, sessionId }: Actor,
  { device, turn, incarnation, left = 0 }: SyncRequest,
): Promise<void> {
  const now = app.clock()
  await app.orm.em.fork().execute(
    `insert into device (account_id, device_id, turn, incarnation, backlog, session_id, created_at, last_seen_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, device_id) do update set
       backlog = excluded.backlog, session_id = excluded.session_id, last_seen_at = excluded.last_seen_at`,
    [userId, device, turn, incarnation, left, sessionId, now, now],
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
