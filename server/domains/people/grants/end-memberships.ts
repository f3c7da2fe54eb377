import type { App } from '../../../app.ts'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { workThroughDue } from '../../../infra/jobs/work-through.ts'
import { Membership } from './entity.ts'
import { leaveRooms } from './leave-rooms.ts'
import { whereLasting } from './where-lasting.ts'

const BATCH = 200

/** Tells devices of memberships that ran out. The access itself ends with the time. */
export const endMembershipsJob: RecurringJob = {
  kind: 'recurring',
  name: 'grants.end-memberships',
  everySeconds: 60,
  async run(app, signal) {
    await endMemberships(app, signal)
  },
}

type Due = Pick<Membership, 'id' | 'userId'>

/** Marks memberships that ran out, the earliest first; answers how many. */
export function endMemberships(app: App, signal?: AbortSignal): Promise<number> {
  const find = (except: string[]): Promise<Due[]> =>
    app.orm.em
      .fork()
      .find(
        Membership,
        { endedAt: null, accessUntil: { $lte: app.clock() }, $not: whereLasting(app.clock()), id: { $nin: except } },
        { fields: ['id', 'userId'], orderBy: { accessUntil: 'asc' }, limit: BATCH },
      )
  const work = (due: Due) => transact(app, null, (tx) => endMembership(tx, due))
  return workThroughDue(app, { find, idOf: ({ id }) => id, work, signal })
}

async function endMembership(tx: Tx, { id, userId }: Due): Promise<void> {
  await lock(tx, 'grants', userId)
  // Prolonged meanwhile, it goes on.
  const membership = await tx.em.findOne(Membership, { id, endedAt: null, $not: whereLasting(tx.now) })
  if (!membership) return
  membership.endedAt = tx.now
  leaveRooms(tx, userId)
}
