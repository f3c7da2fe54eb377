import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { membershipLasts } from '../../../content/counted-time-sql.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { QueuedJob } from '../../../infra/jobs/job.ts'
import { addEvents } from '../../notify/notifications/notify.ts'
import { untilDelivered } from '../../notify/notifications/until-delivered.ts'
import { Stream } from './entity.ts'

/** Events of one transaction. Events of other people wait behind so many at most. */
const CHUNK = 250
/** Accounts of one job. The next job tells the next ones, so that the announcements of other creators have their turns. */
const MOST = 1_000

/** `after`: accounts up to this id were told by the jobs before. */
type Announced = { streamId: string; after?: string | undefined }

/** Tells followers and members that a creator is live. Run again, it tells nobody twice. */
export const announceLiveJob: QueuedJob<Announced> = {
  kind: 'queued',
  name: 'streams.announce-live',
  payload: v.object({ streamId: uuid, after: v.optional(uuid) }),
  key: ({ streamId, after = '' }) => `${streamId}${after}`,
  run: (app, announced, signal) => announceLive(app, announced, { signal }),
}

/**
 * Does the work of the job, in the order of the accounts' ids: tells `most` of them, and has another job tell the others. A
 * stream that has ended is announced no further.
 */
export async function announceLive(
  app: App,
  { streamId, after }: Announced,
  { signal, chunk = CHUNK, most = MOST }: { signal?: AbortSignal; chunk?: number; most?: number } = {},
): Promise<void> {
  let last = after
  for (let told = 0; told < most; told += chunk) {
    // Events of other people do not wait for all of these.
    if (last !== undefined) await untilDelivered(app, 'live', signal)
    signal?.throwIfAborted()
    const ids = await announceTo(app, { streamId, after: last, limit: chunk, isLast: told + chunk >= most })
    if (ids.length < chunk) return
    last = ids.at(-1)
  }
}

type Next = Announced & { limit: number; isLast: boolean }

/** Tells the next accounts; answers their ids. The last accounts of a job have a job for those behind them. */
function announceTo(app: App, { streamId, after, limit, isLast }: Next): Promise<string[]> {
  return transact(app, null, async (tx) => {
    const stream = await tx.em.findOne(Stream, { id: streamId, status: { $ne: 'ended' } })
    if (!stream) return []
    const { performerId, title: preview } = stream
    const rows = await tx.em.execute<{ id: string }[]>(AUDIENCE, [
      performerId,
      performerId,
      tx.now,
      after ?? null,
      after ?? null,
      limit,
    ])
    const event = { kind: 'live', objectType: 'stream', objectId: streamId, pageType: null, pageId: null } as const
    const actors = { actors: [performerId], count: 1, event: null, preview }
    await addEvents(
      tx,
      rows.map(({ id: userId }) => ({ ...event, ...actors, userId })),
    )
    const lastId = rows.at(-1)?.id
    if (isLast && rows.length === limit) await app.jobs.enqueue(tx, announceLiveJob, { streamId, after: lastId })
    return rows.map(({ id }) => id)
  })
}

/** Pairs that are blocked are left out when the events are delivered. */
const AUDIENCE = `select a.id from (
    select f.follower_id as id from follow f where f.performer_id = ?
    union
    select m.user_id from membership m where m.performer_id = ? and ${membershipLasts('m', '?::timestamptz')}
  ) a
  where (?::uuid is null or a.id > ?::uuid) order by a.id limit ?`
