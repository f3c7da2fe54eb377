import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { membershipLasts } from '../../../content/counted-time-sql.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { QueuedJob } from '../../../infra/jobs/job.ts'
import { addEvents } from '../../notify/notifications/notify.ts'
import { untilDelivered } from '../../notify/notifications/until-delivered.ts'
import { CreatorPause, hasTime } from './entity.ts'

/** Events of one transaction. Events of other people wait behind so many at most. */
const CHUNK = 250

/**
 * Tells the members of a creator of a pause, or of its early end: whatever holds by then. Each is told once of each, and of an
 * end whoever heard of the pause; a run that was cut goes on where it stopped. The dates have moved already.
 */
export const tellMembersJob: QueuedJob<{ pauseId: string }> = {
  kind: 'queued',
  name: 'pauses.tell-members',
  payload: v.object({ pauseId: uuid }),
  key: ({ pauseId }) => pauseId,
  // 100,000 members are 400 chunks, each delivered before the next one.
  timeoutSeconds: 6 * 3600,
  retries: 10,
  run: (app, { pauseId }, signal) => tellMembers(app, pauseId, { signal }),
}

/** Does the work of the job, in the order of the accounts' ids. */
export async function tellMembers(
  app: App,
  pauseId: string,
  { signal, chunk = CHUNK }: { signal?: AbortSignal; chunk?: number } = {},
): Promise<void> {
  while ((await tellNext(app, pauseId, chunk)) === chunk) {
    signal?.throwIfAborted()
    // Events of other people do not wait for all of these.
    await untilDelivered(app, 'subscription', signal)
  }
}

/** Tells the next members; answers how many. */
function tellNext(app: App, id: string, limit: number): Promise<number> {
  return transact(app, null, async (tx) => {
    // A change of the pause begins the telling anew: a chunk of before is not noted after it.
    await tx.em.execute('select from creator_pause where id = ? for update', [id])
    const pause = await tx.em.findOneOrFail(CreatorPause, { id })
    const { performerId, startsAt, endsAt, toldTo, announcedTo } = pause
    const isOver = endsAt <= tx.now || !hasTime(pause)
    // A pause that nobody has heard of is no news once it is over.
    if (isOver && announcedTo == null) return 0
    const last = isOver ? announcedTo : null
    const asked = [performerId, tx.now, toldTo, toldTo, last, last, limit]
    const rows = await tx.em.execute<{ id: string; userId: string }[]>(MEMBERS, asked)
    const event = isOver ? 'creator-resumed' : 'creator-paused'
    const about = { kind: 'subscription', event, objectType: 'subscription', pageType: null, pageId: null } as const
    // Devices say the days in their own language.
    const preview = `${startsAt.toISOString()}/${endsAt.toISOString()}`
    await addEvents(
      tx,
      rows.map(({ id: objectId, userId }) => ({
        ...{ ...about, objectId, userId, actors: [performerId], count: 1, preview },
      })),
    )
    pause.toldTo = rows.at(-1)?.userId ?? toldTo
    return rows.length
  })
}

/** Pairs that are blocked are left out when the events are delivered. */
const MEMBERS = `select m.id, m.user_id as "userId" from membership m
  where m.performer_id = ? and ${membershipLasts('m', '?::timestamptz')}
    and (?::uuid is null or m.user_id > ?::uuid) and (?::uuid is null or m.user_id <= ?::uuid)
  order by m.user_id limit ?`
