import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { User } from '../../people/accounts/entity.ts'
import { holdersOf } from '../../people/staff/roles.ts'
import { Case } from './entity.ts'
import { alarmMail } from './mails.ts'
import { Report } from './reports/entity.ts'

/** The time between two mails on a case. */
const AGAIN_MS = 15 * 60_000

/**
 * Writes to all who may decide while nobody works on a case of the highest urgency: at once, and every 15 minutes until it is
 * claimed or decided. New reports wake it.
 */
export const alarmJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'cases.alarm', everySeconds: 60 },
  async run(app) {
    await alarm(app)
  },
}

/** Answers how many cases were told of. */
export function alarm(app: App): Promise<number> {
  return transact(app, null, async (tx) => {
    const waiting = await unclaimed(tx)
    if (waiting.length === 0) return 0
    const reports = await tx.em.find(Report, { caseId: { $in: waiting.map(({ id }) => id) } })
    const users = await tx.em.find(User, { id: { $in: await holdersOf(tx.em, 'cases.decide') } })
    for (const { id: userId, email, name } of users) {
      const isOwn = ({ id, targetUserId }: Case) =>
        targetUserId === userId || reports.some(({ caseId, reporterId }) => caseId === id && reporterId === userId)
      const ids = waiting.filter((one) => !isOwn(one)).map(({ id }) => id)
      if (email != null && ids.length > 0) tx.app.mailer.send(tx, alarmMail({ email, name }, linksTo(tx, ids)))
    }
    for (const one of waiting) one.alarmedAt = tx.now
    await tx.flush()
    return waiting.length
  })
}

/** A claim that has lapsed is none. */
function unclaimed({ em, now }: Tx): Promise<Case[]> {
  return em.find(
    Case,
    {
      ...{ priority: 0, state: 'open' },
      $and: [
        { $or: [{ claimUntil: null }, { claimUntil: { $lte: now } }] },
        { $or: [{ alarmedAt: null }, { alarmedAt: { $lte: new Date(now.getTime() - AGAIN_MS) } }] },
      ],
    },
    { orderBy: { dueAt: 'asc', id: 'asc' }, limit: 50 },
  )
}

function linksTo({ app }: Tx, ids: readonly string[]): string[] {
  return ids.map((id) => `${app.config.publicUrl}/desk/cases/${id}`)
}
