import { verifyAudit } from '../../../infra/audit/verify-audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { Mail } from '../../../infra/mail/entity.ts'
import { User } from '../accounts/entity.ts'
import { AUDIT_HEAD, auditHeadMail } from './mails.ts'
import { holdersOf } from './roles.ts'

const DAY_SECONDS = 86_400
const WEEK_MS = 7 * DAY_SECONDS * 1_000

/**
 * Follows the chain of the audit once a day. A break fails the job, which stays visible. Once a week the admins get the hash
 * of its end by mail.
 */
export const verifyAuditJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'staff.verify-audit', everySeconds: DAY_SECONDS, retries: 0 },
  async run(app) {
    const check = await verifyAudit(app)
    if (check.problem !== null) {
      app.log.error(check, 'the audit is not whole')
      throw new Error(`The audit is not whole. ${check.problem}`)
    }
    if (check.entries === 0) return
    await transact(app, null, async (tx) => {
      const since = new Date(tx.now.getTime() - WEEK_MS)
      if ((await tx.em.count(Mail, { subject: AUDIT_HEAD, createdAt: { $gt: since } })) > 0) return
      const admins = await tx.em.find(User, { id: { $in: await holdersOf(tx.em, 'audit.read') } })
      const reachable = admins.flatMap(({ email, name }) => (email == null ? [] : { email, name }))
      for (const admin of reachable) app.mailer.send(tx, auditHeadMail(admin, check))
    })
  },
}
