import type { PgBoss } from 'pg-boss'
import type { App } from '../../app.ts'
import { bringForward } from './bring-forward.ts'
import { isHeld } from './hand-on.ts'
import type { Attempt } from './hand-on.ts'
import { holdLock, lockOf } from './hold-lock.ts'
import type { Job } from './job.ts'

/** A process that has just fetched a job is given so many seconds to take its lock. A later one finds that it was given back. */
const TAKES_SECONDS = 3

type Running = Attempt & { data: object }

/**
 * Gives back the work of processes that are gone: it counts as running, but nobody holds its lock, which PostgreSQL frees with
 * the session of a killed process. Without this its heartbeat has to grow old. Answers how many there were.
 */
export async function takeOver({ app, boss, jobs }: { app: App; boss: PgBoss; jobs: readonly Job[] }): Promise<number> {
  const running = await app.orm.em.fork().execute<Running[]>(
    `select id, name, data, retry_count as "retryCount" from pgboss.job
      where state = 'active' and name in (select jsonb_array_elements_text(?::jsonb))
        and started_on < now() - make_interval(secs => ?)`,
    [JSON.stringify(jobs.map(({ name }) => name)), TAKES_SECONDS],
  )
  let given = 0
  for (const { data, ...attempt } of running) {
    const job = jobs.find(({ name }) => name === attempt.name)
    if (!job) continue
    await holdLock(app.session, lockOf(job, data), async () => {
      // Only this try of it: meanwhile it may have ended, or begun again.
      if (!(await isHeld(app.orm.em.fork(), attempt))) return
      await boss.fail(job.name, attempt, { message: 'The process that ran this job is gone.' })
      // Its last failure would be the end of a job that recurs.
      if (job.kind === 'recurring') await bringForward(boss, job)
      given += 1
    })
  }
  if (given > 0) app.log.warn({ jobs: given }, 'jobs of processes that are gone were given back')
  return given
}
