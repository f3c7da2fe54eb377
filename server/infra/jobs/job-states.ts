import type { MikroORM } from '@mikro-orm/postgresql'
import type { Job } from './job.ts'

export type JobState = {
  name: string
  /** Waiting for their time or for a worker, retries included. */
  queued: number
  active: number
  /** Failed for good; kept for a day (recurring) or a week. */
  failed: number
  /** When the last run ended, of those that are still kept. */
  lastAt: Date | null
  /** When the next of the queued ones is due. */
  nextAt: Date | null
  /** The message of the last failure or retry that is still kept. */
  lastError: string | null
}

type Row = {
  name: string
  queued: number
  active: number
  failed: number
  last_at: string | null
  next_at: string | null
  last_error: string | null
}

/** The state of each job, jobs without any run included. */
export async function readJobStates(orm: MikroORM, jobs: readonly Pick<Job, 'name'>[]): Promise<JobState[]> {
  const names = jobs.map(({ name }) => name)
  const rows = await orm.em.fork().execute<Row[]>(
    `select n.name,
            count(*) filter (where j.state in ('created', 'retry'))::int as queued,
            count(*) filter (where j.state = 'active')::int as active,
            count(*) filter (where j.state = 'failed')::int as failed,
            max(j.completed_on) as last_at,
            min(j.start_after) filter (where j.state in ('created', 'retry')) as next_at,
            (array_agg(coalesce(j.output->>'message', j.output->>'value') order by coalesce(j.completed_on, j.started_on) desc)
              filter (where j.state in ('retry', 'failed') and j.output is not null))[1] as last_error
       from jsonb_array_elements_text(?::jsonb) as n(name) left join pgboss.job j on j.name = n.name
      group by n.name order by n.name`,
    [JSON.stringify(names)],
  )
  const moment = (text: string | null) => (text === null ? null : new Date(text))
  return rows.map(({ last_at, next_at, last_error, ...counts }) => ({
    ...counts,
    lastAt: moment(last_at),
    nextAt: moment(next_at),
    lastError: last_error,
  }))
}
