import type { App } from '../../context.ts'
import { transact } from '../../infra/database/transaction.ts'
import { Post } from './entity.ts'
import { lockPerformer, putIntoFeed } from './feed-sequence.ts'

const EVERY_MS = 5_000
const BATCH = 100

/** [POST-6] Publishes each scheduled post at its time, a few seconds late at most; what came due meanwhile, at the start. */
export function startPublishing(app: App): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  let stopped = false
  const run = (): void => {
    running = publishDue(app)
      .catch((error: unknown) => app.log.error({ err: error }, 'scheduled posts could not be published'))
      .finally(() => {
        if (!stopped) timer = setTimeout(run, EVERY_MS).unref()
      })
  }
  run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Publishes what is due, each creator's in the order of its times; gives how many. */
export async function publishDue(app: App): Promise<number> {
  const due = await app.orm.em
    .fork()
    .execute<{ performer_id: string }[]>(
      `select distinct performer_id from post where status = 'scheduled' and scheduled_at <= ? limit ?`,
      [app.clock(), BATCH],
    )
  let published = 0
  for (const { performer_id } of due) published += await publishDueOf(app, performer_id)
  return published
}

/** Two servers at once: the second waits for the creator's row, and finds nothing due. */
function publishDueOf(app: App, performerId: string): Promise<number> {
  return transact(app, null, async (tx) => {
    const performer = await lockPerformer(tx, performerId)
    const posts = await tx.em.find(
      Post,
      { performerId, status: 'scheduled', scheduledAt: { $lte: tx.now } },
      { orderBy: { scheduledAt: 'asc', id: 'asc' }, limit: BATCH },
    )
    await putIntoFeed(tx, posts, performer)
    return posts.length
  })
}
