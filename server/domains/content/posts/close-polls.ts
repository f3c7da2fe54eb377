import { LockMode } from '@mikro-orm/postgresql'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { timeUntil } from '../../../infra/jobs/time-until.ts'
import { Post } from './entity.ts'

const BATCH = 100

/** Tells devices that a poll has ended, so that they get its result. Commands that begin a poll with an end wake it. */
export const closeEndedPolls: RecurringJob = {
  kind: 'recurring',
  name: 'posts.close-polls',
  everySeconds: 60,
  async run(app) {
    await closePolls(app)
    return untilNextEnd(app)
  },
}

/** Notes the end of polls whose time has come; gives how many. */
export function closePolls(app: App): Promise<number> {
  return transact(app, null, async (tx) => {
    const posts = await tx.em.find(
      Post,
      { pollClosesAt: { $lte: app.clock() } },
      { orderBy: { pollClosesAt: 'asc', id: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    )
    for (const post of posts) post.pollClosesAt = null
    await tx.em.flush()
    return posts.length
  })
}

async function untilNextEnd(app: App): Promise<number | null> {
  const [next] = await app.orm.em
    .fork()
    .execute<{ at: string | null }[]>('select min(poll_closes_at) as at from post where poll_closes_at is not null')
  return timeUntil(app, next?.at)
}
