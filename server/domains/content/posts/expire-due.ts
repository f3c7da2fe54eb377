import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { timeUntil } from '../../../infra/jobs/time-until.ts'
import { Post } from './entity.ts'
import { ENDED, lockPerformer } from './put-into-feed.ts'
import { workThroughCreators } from './work-through-creators.ts'

const BATCH = 100

/** Archives each post at its end. Commands that give a post an end wake it. */
export const expireDuePosts: RecurringJob = {
  kind: 'recurring',
  name: 'posts.expire-due',
  everySeconds: 60,
  async run(app, signal) {
    await expireDue(app, signal)
    return untilNextEnd(app)
  },
}

/** Archives the posts whose end has come; gives how many. Owners and buyers keep them, as with any archived post. */
export function expireDue(app: App, signal?: AbortSignal): Promise<number> {
  const work = async (performerId: string) => {
    let expired = 0
    for (let some = BATCH; some === BATCH; expired += some) some = await expireSomeOf(app, performerId)
    return expired
  }
  return workThroughCreators(app, {
    of: `from post s where s.status = 'published' and s.expires_at <= ?`,
    work,
    signal,
  })
}

/** Two servers at once: the second waits for the creator's row, and finds nothing due. */
function expireSomeOf(app: App, performerId: string): Promise<number> {
  return transact(app, null, async (tx) => {
    await lockPerformer(tx, performerId)
    const posts = await tx.em.find(
      Post,
      { performerId, status: 'published', expiresAt: { $lte: tx.now } },
      { orderBy: { expiresAt: 'asc', id: 'asc' }, limit: BATCH },
    )
    for (const post of posts) Object.assign(post, ENDED, { updatedAt: tx.now })
    await tx.em.flush()
    return posts.length
  })
}

/** The ends of posts that wait for their time count, too: they are out by then. */
async function untilNextEnd(app: App): Promise<number | null> {
  const [next] = await app.orm.em.fork().execute<{ at: string | null }[]>(
    `select min(expires_at) as at from post
     where expires_at is not null
       and (status = 'published' or (status in ('scheduled', 'processing') and expires_at > ?))`,
    [app.clock()],
  )
  return timeUntil(app, next?.at)
}
