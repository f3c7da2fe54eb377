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

type Announced = { streamId: string }

/** Tells followers and members that a creator is live. Run again, it tells nobody twice. */
export const announceLiveJob: QueuedJob<Announced> = {
  kind: 'queued',
  name: 'streams.announce-live',
  payload: v.object({ streamId: uuid }),
  key: ({ streamId }) => streamId,
  run: (app, { streamId }, signal) => announceLive(app, streamId, { signal }),
}

/** Does the work of the job, in the order of the accounts' ids. A stream that has ended is announced no further. */
export async function announceLive(
  app: App,
  streamId: string,
  { signal, chunk = CHUNK }: { signal?: AbortSignal; chunk?: number } = {},
): Promise<void> {
  let last: string | null = null
  for (;;) {
    signal?.throwIfAborted()
    const ids: string[] = await announceTo(app, { streamId, after: last, limit: chunk })
    if (ids.length < chunk) return
    last = ids.at(-1) ?? null
    // Events of other people do not wait for all of these.
    await untilDelivered(app, 'live', signal)
  }
}

type Next = { streamId: string; after: string | null; limit: number }

/** Tells the next accounts; answers their ids. */
function announceTo(app: App, { streamId, after, limit }: Next): Promise<string[]> {
  return transact(app, null, async (tx) => {
    const stream = await tx.em.findOne(Stream, { id: streamId, status: { $ne: 'ended' } })
    if (!stream) return []
    const { performerId, title: preview } = stream
    const rows = await tx.em.execute<{ id: string }[]>(AUDIENCE, [
      performerId,
      performerId,
      tx.now,
      after,
      after,
      limit,
    ])
    const event = { kind: 'live', objectType: 'stream', objectId: streamId, pageType: null, pageId: null } as const
    const actors = { actors: [performerId], count: 1, event: null, preview }
    await addEvents(
      tx,
      rows.map(({ id: userId }) => ({ ...event, ...actors, userId })),
    )
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
