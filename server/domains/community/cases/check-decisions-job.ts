import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { ALIVE } from './alive.ts'

const DAY_SECONDS = 86_400
/** Things that the log names. */
const NAMED_MAX = 100

/** A hidden thing, or a suspended account, that no decision keeps down. */
export type Undecided = { type: string; id: string }

/**
 * Finds once a day what is hidden or suspended without a decision that its author can read, however it came to be. Such a find
 * fails the job, which stays visible.
 */
export const checkDecisionsJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'cases.check-decisions', everySeconds: DAY_SECONDS, retries: 0 },
  async run(app) {
    const found = await undecided(app.orm.em.fork(), app.clock())
    if (found.length === 0) return
    app.log.error({ found: found.slice(0, NAMED_MAX) }, 'things are hidden without a decision')
    throw new Error(`${found.length} things are hidden, or accounts suspended, without a decision.`)
  },
}

/** All that is kept down without a living decision. */
export function undecided(em: SqlEntityManager, now: Date): Promise<Undecided[]> {
  return em.execute<Undecided[]>(
    `select k.type, k.id from (
       select 'feed' as type, id, 'hide' as kind from post where status = 'hidden'
       union all select kind, id, 'hide' from asset where status = 'hidden'
       union all select 'comment', id, 'hide' from comment where status = 'hidden'
       union all select 'message', id, 'hide' from message where is_hidden and not is_deleted
       union all select 'stream', id, 'hide' from stream where is_hidden
       union all select 'account', id, 'suspend' from "user" where status = 'suspended'
     ) k where not exists (
       select from moderation_decision d where d.kind = k.kind and ${ALIVE}
         and case when k.kind = 'suspend' then d.target_user_id = k.id else d.object_id = k.id end
     ) order by k.type, k.id`,
    [now],
  )
}
