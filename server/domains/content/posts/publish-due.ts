import type { App } from '../../../app.ts'
import { openToOthers, whereOpenToOthers } from '../../../content/open-to-others.ts'
import { isRestricted } from '../../../content/require-unrestricted.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { hasUnreadyFiles } from '../../../infra/files/file-sql.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { timeUntil } from '../../../infra/jobs/time-until.ts'
import { workThroughDue } from '../../../infra/jobs/work-through.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { User } from '../../people/accounts/entity.ts'
import { Post } from './entity.ts'
import { lockPerformer, putIntoFeed } from './put-into-feed.ts'
import { workThroughCreators } from './work-through-creators.ts'

const BATCH = 100

/** Publishes each scheduled post at its time. Commands that schedule a post wake it, and so does the last file of one. */
export const publishDuePosts: RecurringJob = {
  kind: 'recurring',
  name: 'posts.publish-due',
  everySeconds: 60,
  async run(app, signal) {
    await scheduleProcessed(app, signal)
    await publishDue(app, signal)
    return untilNextDue(app)
  },
}

/**
 * Posts that wait for their time, of creators who are open to others and whom staff do not keep from publishing: the other
 * ones wait for that, too.
 */
const WAITING = `post s ${joinAccount('u', 's.performer_id')} and ${openToOthers('u')}
  and not ${isRestricted('u.id', 'publish', 'now()')} where s.status = 'scheduled'`

/** Posts in processing whose files are all ready. A failed file keeps its post back until the author removes it. */
const PROCESSED = `select p.id, p.performer_id as "performerId" from post p
  where p.status = 'processing' and p.id <> all(?::uuid[]) and not ${hasUnreadyFiles({ type: 'post', id: 'p.id' })}
  order by p.id limit ?`

type Processed = { id: string; performerId: string }

/** Schedules posts whose files have become ready, for their time or for now; gives how many. */
export function scheduleProcessed(app: App, signal?: AbortSignal): Promise<number> {
  const find = (except: string[]) => app.orm.em.fork().execute<Processed[]>(PROCESSED, [`{${except.join()}}`, BATCH])
  const work = ({ id, performerId }: Processed) =>
    transact(app, null, async (tx) => {
      await lockPerformer(tx, performerId)
      const post = await tx.em.findOne(Post, { id, status: 'processing' }, { refresh: true })
      if (post) Object.assign(post, { status: 'scheduled', scheduledAt: post.scheduledAt ?? tx.now })
    })
  return workThroughDue(app, { find, idOf: ({ id }) => id, work, signal })
}

/** Publishes due posts, each creator's in the order of their times; gives how many. */
export function publishDue(app: App, signal?: AbortSignal): Promise<number> {
  const work = (performerId: string) => publishDueOf(app, performerId)
  return workThroughCreators(app, { of: `from ${WAITING} and s.scheduled_at <= ?`, work, signal })
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
  return timeUntil(app, next?.at)
}
