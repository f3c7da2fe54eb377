import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'
import type { Decision } from './entity.ts'
import { outcomeMail, statementMail } from './mails.ts'
import { Report } from './reports/entity.ts'

/** Has the author get the statement by mail. A decision that found no breach is nothing to them. */
export async function tellAuthor(tx: Tx, decision: Decision): Promise<void> {
  if (decision.kind === 'none') return
  const author = await tx.em.findOne(User, { id: decision.targetUserId })
  if (author?.email == null) return
  const { email, name } = author
  tx.app.mailer.send(tx, statementMail({ email, name }, decision, linkTo(tx, decision)))
}

/** Has everybody who reported in the case get the outcome by mail, visitors too. */
export async function tellReporters(tx: Tx, decision: Decision): Promise<void> {
  const reports = await tx.em.find(Report, { caseId: decision.caseId }, { fields: ['reporterId', 'reporterEmail'] })
  const ids = reports.flatMap(({ reporterId }) => reporterId ?? [])
  const users = await tx.em.find(User, { id: { $in: ids }, status: 'active' })
  for (const { email, name } of users)
    if (email != null) tx.app.mailer.send(tx, outcomeMail({ email, name }, decision, linkTo(tx, decision)))
  const visitors = new Set(reports.flatMap(({ reporterEmail }) => reporterEmail ?? []))
  for (const email of visitors) tx.app.mailer.send(tx, outcomeMail({ email, name: '' }, decision, null))
}

/** The page of a decision. */
export function linkTo({ app }: Pick<Tx, 'app'>, { id }: Pick<Decision, 'id'>): string {
  return `${app.config.publicUrl}/user/decisions/${id}`
}
