import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { MAX_AGE_MS, MAX_ATTEMPTS } from './deliver-due.ts'

/** Mails without a time of sending. `givenUp`: too old, or tried too often. Times are ISO 8601. */
export type UnsentMails = { waiting: number; givenUp: number; oldestAt: string | null; lastError: string | null }

export async function unsentMails(em: SqlEntityManager, now: Date): Promise<UnsentMails> {
  const tried = `attempts < ${MAX_ATTEMPTS} and created_at > ?`
  const since = new Date(now.getTime() - MAX_AGE_MS)
  const [row] = await em.execute<UnsentMails[]>(
    `select count(*) filter (where ${tried})::int as waiting, count(*) filter (where not (${tried}))::int as "givenUp",
            to_char(min(created_at) filter (where ${tried}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "oldestAt",
            (array_agg(error order by created_at desc) filter (where error is not null))[1] as "lastError"
       from mail where sent_at is null`,
    [since, since, since],
  )
  return row ?? { waiting: 0, givenUp: 0, oldestAt: null, lastError: null }
}
