import type { App } from '../../../app.ts'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { Decision } from './entity.ts'
import { endEffect } from './lift.ts'

type Ended = { id: string; targetUserId: string }

/** Opens accounts again whose suspension has come to its end. Restrictions end by themselves. */
export const liftEndedJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'cases.lift-ended', everySeconds: 60 },
  async run(app) {
    const em = app.orm.em.fork()
    const ended = await em.execute<Ended[]>(
      `select id, target_user_id as "targetUserId" from moderation_decision
       where kind = 'suspend' and reversed_at is null and until <= ? order by until, id limit 1000`,
      [app.clock()],
    )
    for (const one of ended) await liftEnded(app, one)
    const [next] = await em.execute<{ ms: number | null }[]>(
      `select (extract(epoch from min(until)) * 1000)::float8 as ms from moderation_decision
       where kind = 'suspend' and reversed_at is null`,
    )
    return next?.ms == null ? null : Math.max(next.ms - app.clock().getTime(), 0)
  },
}

/** Noted as ended, so that nobody looks at it again. */
async function liftEnded(app: App, { id, targetUserId }: Ended): Promise<void> {
  await transact(app, null, async (tx) => {
    await lock(tx, 'decisions', targetUserId)
    const decision = await tx.em.findOne(Decision, { id, reversedAt: null, until: { $lte: tx.now } })
    if (!decision) return
    decision.reversedAt = tx.now
    await tx.flush()
    await endEffect(tx, decision)
  })
}
