import type { App } from '../../../app.ts'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { Membership } from './entity.ts'
import { leaveRooms } from './leave-rooms.ts'

const BATCH = 200

/** Tells devices of memberships that ran out. The access itself ends with the time. */
export const endMembershipsJob: RecurringJob = {
  kind: 'recurring',
  name: 'grants.end-memberships',
  everySeconds: 60,
  async run(app, signal) {
    while (!signal.aborted && (await endMemberships(app)) === BATCH);
  },
}

/** Marks memberships that ran out, the earliest first; answers how many it found. */
export async function endMemberships(app: App): Promise<number> {
  const due = await app.orm.em
    .fork()
    .find(
      Membership,
      { endedAt: null, accessUntil: { $lte: app.clock() } },
      { fields: ['id', 'userId'], orderBy: { accessUntil: 'asc' }, limit: BATCH },
    )
  for (const { id, userId } of due) {
    await transact(app, null, async (tx) => {
      await lock(tx, 'grants', userId)
      // Prolonged meanwhile, it goes on.
      const membership = await tx.em.findOne(Membership, { id, endedAt: null, accessUntil: { $lte: tx.now } })
      if (!membership) return
      membership.endedAt = tx.now
      leaveRooms(tx, userId)
    })
  }
  return due.length
}
