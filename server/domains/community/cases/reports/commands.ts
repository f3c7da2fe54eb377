import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { NewReport } from '@vesper/sync/vesper/api/reports.ts'
import { v7 } from 'uuid'
import { isKeptFrom } from '../../../../content/require-unrestricted.ts'
import { audit } from '../../../../infra/audit/audit.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Snapshot } from '../../../../infra/things/thing.ts'
import { User } from '../../../people/accounts/entity.ts'
import { alarmJob } from '../alarm-job.ts'
import { tellCase } from '../case-room.ts'
import { lockCase } from '../decide-case.ts'
import { decide } from '../decide.ts'
import { joinCase } from '../join-case.ts'
import { keepEvidence } from '../keep-evidence.ts'
import { operatorDecision } from '../operator-decision.ts'
import { Report } from './entity.ts'
import { findTarget } from './find-target.ts'

/**
 * Reports an object. The same `_id` again answers its report, and while the actor's report on an object is open, another one
 * answers that report: neither changes anything. Refusals: `conflict` for an `_id` of another report, `not-found` for what the actor cannot see, `invalid` for what is the actor's own.
 */
export async function addReport(
  tx: Tx,
  { _id = v7(), objectType, objectId, category, text }: NewReport,
): Promise<Report> {
  const reporterId = requireActor(tx).userId
  // Two requests at once: the second finds the report of the first.
  await tx.em.findOneOrFail(User, { id: reporterId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const same = await tx.em.findOne(Report, { id: _id })
  if (same) return requireSame(same, { reporterId, objectType, objectId })
  const { userId, snapshot } = await findTarget(tx, { objectType, objectId })
  const known = await tx.em.findOne(Report, { reporterId, objectType, objectId, state: 'open' })
  if (known) return known
  return openReport(tx, { _id, objectType, objectId, category, text }, { reporterId, targetUserId: userId, snapshot })
}

type By = { reporterId: string | null; reporterEmail?: string; targetUserId: string; snapshot: Snapshot }

/** A new report in the case of its thing, which keeps the thing as evidence. */
export async function openReport(
  tx: Tx,
  { _id: id, objectType, objectId, category, text }: NewReport & { _id: string },
  { reporterId, reporterEmail, targetUserId, snapshot }: By,
): Promise<Report> {
  const thing = { objectType, objectId, targetUserId }
  const isLast = reporterId !== null && (await isKeptFrom(tx, reporterId, 'report'))
  const joined = await joinCase(tx, { ...thing, source: 'report', category, text: snapshot.text, isLast })
  tellCase(tx, joined.id)
  if (joined.priority === 0) tx.afterCommit(() => tx.app.jobs.wake(alarmJob))
  await keepEvidence(tx, joined, snapshot)
  // The lines around it are evidence alone.
  const { context: _, ...seen } = snapshot
  return tx.em.create(Report, {
    ...{ id, reporterId, reporterEmail: reporterEmail ?? null, caseId: joined.id, ...thing, category, text },
    ...{ snapshot: seen, state: 'open', decision: null, createdAt: tx.now, updatedAt: tx.now },
  })
}

function requireSame(report: Report, asked: Pick<Report, 'reporterId' | 'objectType' | 'objectId'>): Report {
  const { reporterId, objectType, objectId } = report
  const isSame = reporterId === asked.reporterId && objectType === asked.objectType && objectId === asked.objectId
  if (!isSame) throw new Refusal('conflict', 'This id belongs to another report.')
  return report
}

/** Decides that a report, and so its case, shows no breach of the rules. Refusals: `not-found`; `conflict` for one that is closed. */
export async function dismissReport(tx: Tx, id: string): Promise<void> {
  const found = await tx.em.findOne(Report, { id }, { fields: ['caseId'], disableIdentityMap: true })
  if (!found) throw new Refusal('not-found', 'There is no such report.')
  const one = found.caseId == null ? null : await lockCase(tx, found.caseId)
  const report = await tx.em.findOneOrFail(Report, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (report.state !== 'open') throw new Refusal('conflict', 'This report is closed already.')
  Object.assign(report, { state: 'triaged', decision: 'dismissed', updatedAt: tx.now })
  audit(tx, { action: 'report.dismiss', subjectId: id, before: { state: 'open' }, after: { state: 'triaged' } })
  await tx.flush()
  if (one && one.state !== 'closed') await decide(tx, one, operatorDecision('none', ''))
}
