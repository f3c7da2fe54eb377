import type { PgBoss } from 'pg-boss'
import type { App } from '../../app.ts'
import { bringForward } from './bring-forward.ts'
import { holdLock, lockOf } from './hold-lock.ts'
import type { Job } from './job.ts'

/** A process that has just fetched a job is given so many seconds to take its lock. */
const TAKES_SECONDS = 3

type Running = { id: string; name: string; data: object }

/**
 * Gives back the work of processes that are gone: it counts as running, but nobody holds its lock, which PostgreSQL frees with
 * the session of a killed process. Without this its heartbeat has to grow old. Answers how many there were.
 */
export async function takeOver({ app, boss, jobs }: { app: App; boss: PgBoss; jobs: readonly Job[] }): Promise<number> {
  const running = await app.orm.em.fork().execute<Running[]>(
    `select id, name, data from pgboss.job
      where state = 'active' and name in (select jsonb_array_elements_text(?::jsonb))
        and started_on < now() - make_interval(secs => ?)`,
    [JSON.stringify(jobs.map(({ name }) => name)), TAKES_SECONDS],
  )
  let given = 0
  for (const { id, name, data } of running) {
    const job = jobs.find((known) => known.name === name)
    if (!job) continue
    await holdLock(app.session, lockOf(job, data), async () => {
      await boss.fail(name, id, { message: 'The process that ran this job is gone.' })
      // Its last failure would be the end of a job that recurs.
      if (job.kind === 'recurring') await bringForward(boss, job)
      given += 1
    })
  }
  if (given > 0) app.log.warn({ jobs: given }, 'jobs of processes that are gone were given back')
  return given
}
