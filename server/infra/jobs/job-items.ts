import type { EntityManager, SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { fromKysely } from 'pg-boss'
import type { PgBoss } from 'pg-boss'
import type { Job } from './job.ts'

const ITEMS_MAX = 100

/** One piece of work: what a job is to be run with. Times are ISO 8601; `attempts` counts the runs that began. */
export type JobItem = {
  id: string
  name: string
  state: 'created' | 'retry' | 'failed'
  attempts: number
  createdAt: string
  error: string | null
  data: object | null
}

export type JobAction = 'retry' | 'discard'

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The work that failed, and the queued work that waits; a hundred at most, failed work first, then the oldest. */
export function readJobItems(em: SqlEntityManager, jobs: readonly Job[]): Promise<JobItem[]> {
  const namesOf = (kind?: Job['kind']) => jobs.flatMap((job) => (kind && job.kind !== kind ? [] : [job.name]))
  return em.execute<JobItem[]>(
    `select id, name, state, retry_count + (case when state = 'created' then 0 else 1 end) as attempts,
            ${time('created_on')} as "createdAt", coalesce(output->>'message', output->>'value') as error, data
       from pgboss.job
      where name = any(?::text[]) and (state = 'failed' or (state in ('created', 'retry') and name = any(?::text[])))
      order by state = 'failed' desc, created_on, id limit ${ITEMS_MAX}`,
    [arrayOf(namesOf()), arrayOf(namesOf('queued'))],
  )
}

/**
 * Has failed work run again, or removes work that failed or waits, in the transaction of the caller. Answers the name of its
 * job. Refusals: `not-found`; `conflict` for work that runs, that has not failed, or that recurs by itself.
 */
export async function actOnItem(
  { em, boss, jobs }: { em: EntityManager; boss: PgBoss; jobs: readonly Job[] },
  id: string,
  action: JobAction,
): Promise<string> {
  const [item] = await em.execute<{ name: string; state: string }[]>(
    'select name, state from pgboss.job where name = any(?::text[]) and id = ? for update',
    [arrayOf(jobs.map(({ name }) => name)), id],
  )
  const job = item && jobs.find(({ name }) => name === item.name)
  if (!item || !job || item.state === 'completed') throw new Refusal('not-found', 'There is no such job any more.')
  const { name, state } = item
  const options = { db: fromKysely(em.getKysely()) }
  if (state === 'active') throw new Refusal('conflict', 'This job is running. Wait for its end.')
  if (action === 'retry') {
    if (state !== 'failed') throw new Refusal('conflict', 'This job has not failed: it runs by itself.')
    await boss.retry(name, id, options)
  } else {
    // Nothing else would begin the next run.
    if (job.kind === 'recurring' && state !== 'failed') throw new Refusal('conflict', 'This job recurs by itself.')
    await boss.deleteJob(name, id, options)
  }
  return name
}

function arrayOf(names: readonly string[]): string {
  return `{${names.join()}}`
}
