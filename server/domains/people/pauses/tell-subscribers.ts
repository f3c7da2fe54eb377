import { setTimeout as delay } from 'node:timers/promises'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { QueuedJob } from '../../../infra/jobs/job.ts'
import { addEvents, countEvents } from '../../notify/notifications/notify.ts'
import { CreatorPause, hasTime } from './entity.ts'

/** Events of one transaction. Events of other people wait behind so many at most. */
const CHUNK = 250
/** Between two looks whether a chunk was delivered, in milliseconds. */
const LOOK_MS = 250

/**
 * Tells the subscribers of a creator of a pause, or of its early end: whatever holds by then. Each is told once of each; a run
 * that was cut goes on where it stopped. The dates have moved already.
 */
export const tellSubscribersJob: QueuedJob<{ pauseId: string }> = {
  kind: 'queued',
  name: 'pauses.tell-subscribers',
  payload: v.object({ pauseId: uuid }),
  key: ({ pauseId }) => pauseId,
  run: (app, { pauseId }, signal) => tellSubscribers(app, pauseId, { signal }),
}

/** Does the work of the job, in the order of the accounts' ids. */
export async function tellSubscribers(
  app: App,
  pauseId: string,
  { signal, chunk = CHUNK }: { signal?: AbortSignal; chunk?: number } = {},
): Promise<void> {
  while ((await tellNext(app, pauseId, chunk)) === chunk) {
    signal?.throwIfAborted()
    // Events of other people do not wait for all of these.
    while ((await countEvents(app.orm.em.fork(), 'subscription')) > 0)
      await delay(LOOK_MS, undefined, { signal, ref: false })
  }
}

/** Tells the next subscribers; answers how many. */
function tellNext(app: App, id: string, limit: number): Promise<number> {
  return transact(app, null, async (tx) => {
    // A change of the pause begins the telling anew: a chunk of before is not noted after it.
    await tx.em.execute('select from creator_pause where id = ? for update', [id])
    const pause = await tx.em.findOneOrFail(CreatorPause, { id })
    const { performerId, endsAt, toldTo } = pause
    const isOver = endsAt <= tx.now || !hasTime(pause)
    // Planned and called off before anybody heard of it: that is no news.
    if (isOver && !pause.isAnnounced) return 0
    const asked = [performerId, toldTo, toldTo, limit]
    const rows = await tx.em.execute<{ id: string; userId: string }[]>(SUBSCRIBERS, asked)
    const event = isOver ? 'creator-resumed' : 'creator-paused'
    const about = { kind: 'subscription', event, objectType: 'subscription', pageType: null, pageId: null } as const
    await addEvents(
      tx,
      rows.map(({ id: objectId, userId }) => ({
        ...{ ...about, objectId, userId, actors: [performerId], count: 1, preview: '' },
      })),
    )
    Object.assign(pause, { toldTo: rows.at(-1)?.userId ?? toldTo, isAnnounced: true })
    return rows.length
  })
}

/** Pairs that are blocked are left out when the events are delivered. */
const SUBSCRIBERS = `select s.id, s.user_id as "userId" from subscription s
  where s.performer_id = ? and s.ended_at is null and s.months > 0 and (?::uuid is null or s.user_id > ?::uuid)
  order by s.user_id limit ?`
