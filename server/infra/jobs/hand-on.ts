import type { EntityManager } from '@mikro-orm/postgresql'
import { fromKysely } from 'pg-boss'
import type { Job as BossJob, PgBoss } from 'pg-boss'
import type { App } from '../../app.ts'
import type { Job } from './job.ts'

/** One try at a piece of work. Each process that fetches the work again has another one. */
export type Attempt = Pick<BossJob, 'id' | 'name' | 'retryCount'>

/** False where the work was given back meanwhile, and may be another process's. Within a transaction it stays true until the end. */
export async function isHeld(em: EntityManager, { id, name, retryCount }: Attempt): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from pgboss.job where name = ? and id = ? and state = 'active' and retry_count = ? for update`,
    [name, id, retryCount],
  )
  return rows.length > 0
}

type Handed = { app: Pick<App, 'orm'>; boss: PgBoss; job: Job; claimed: Attempt & { data: object }; ms: number }

/**
 * Ends this try, and has the work run once more in `ms`, both or neither. Answers false, and does nothing, for queued work that
 * was given back: that runs again already. A job that recurs is sent all the same, since its failure may have been the last.
 */
export function handOn({ app, boss, job, claimed, ms }: Handed): Promise<boolean> {
  const singletonKey = job.kind === 'queued' ? job.key(claimed.data) : job.name
  return app.orm.em.fork().transactional(async (em) => {
    if (!(await isHeld(em, claimed)) && job.kind === 'queued') return false
    const db = fromKysely(em.getKysely())
    await boss.send(job.name, claimed.data, { singletonKey, startAfter: ms / 1000, db })
    await boss.complete(job.name, claimed, null, { db })
    return true
  })
}
