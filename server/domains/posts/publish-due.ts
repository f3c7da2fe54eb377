import { openToOthers, whereOpenToOthers } from '../../content/open-to-others.ts'
import { User } from '../accounts/entity.ts'
import type { App } from '../../context.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { RecurringJob } from '../../infra/jobs/job.ts'
import { Post } from './entity.ts'
import { lockPerformer, putIntoFeed } from './feed-sequence.ts'

const BATCH = 100
/** A clock that runs ahead of the database's must not make the job run without a pause. */
const PAUSE_MS = 100

/** Publishes each scheduled post at its time. Commands that schedule a post wake it. */
export const publishDuePosts: RecurringJob = {
  kind: 'recurring',
  name: 'posts.publish-due',
  everySeconds: 60,
  async run(app) {
    await publishDue(app)
    return untilNextDue(app)
  },
}

/** Posts that wait for their time, of creators who are open to others: the other ones wait for that, too. */
const WAITING = `post s join "user" u on u.id = s.performer_id and ${openToOthers('u')} where s.status = 'scheduled'`

/** Publishes due posts, each creator's in the order of their times; gives how many. */
export async function publishDue(app: App): Promise<number> {
  const due = await app.orm.em
    .fork()
    .execute<{ performer_id: string }[]>(
      `select distinct s.performer_id from ${WAITING} and s.scheduled_at <= ? limit ?`,
      [app.clock(), BATCH],
    )
  let published = 0
  for (const { performer_id } of due) published += await publishDueOf(app, performer_id)
  return published
}

/** Two servers at once: the second waits for the creator's row, and finds nothing due. A rejection waits for it, or stops it. */
function publishDueOf(app: App, performerId: string): Promise<number> {
  return transact(app, null, async (tx) => {
    const performer = await lockPerformer(tx, performerId)
    if ((await tx.em.count(User, { id: performerId, ...whereOpenToOthers() })) === 0) return 0
    const posts = await tx.em.find(
      Post,
      { performerId, status: 'scheduled', scheduledAt: { $lte: tx.now } },
      { orderBy: { scheduledAt: 'asc', id: 'asc' }, limit: BATCH },
    )
    await putIntoFeed(tx, posts, performer)
    return posts.length
  })
}

async function untilNextDue(app: App): Promise<number | null> {
  const em = app.orm.em.fork()
  const [next] = await em.execute<{ at: string | null }[]>(`select min(s.scheduled_at) as at from ${WAITING}`)
  return next?.at ? Math.max(new Date(next.at).getTime() - app.clock().getTime(), PAUSE_MS) : null
}
