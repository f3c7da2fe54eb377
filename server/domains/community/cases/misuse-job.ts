import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { QueuedJob } from '../../../infra/jobs/job.ts'
import { User } from '../../people/accounts/entity.ts'
import { Case, Decision } from './entity.ts'
import { livingDecisions } from './living-decisions.ts'
import { Report } from './reports/entity.ts'
import { tellAuthor } from './tell-author.ts'

const DAY_MS = 86_400_000
/** Reports that were manifestly unfounded, within so many days. */
const WINDOW_DAYS = 30
/** So many lead to a warning, and so many after it to the end of the queue. */
const [WARN_AT, LAST_AT] = [3, 5]
/** The reports of the person wait last for so long. */
const LAST_DAYS = 90
const BUT_HARM = 'except those about minors and about content without consent'

type Counted = { count: number; latestAt: Date | null }

/**
 * Looks at the unfounded reports of one person, as Article 23 of the Digital Services Act has it: warns first, and after the
 * warning has the reports of the person wait last. Each is a decision that the person reads and appeals.
 */
export const misuseJob: QueuedJob<{ reporterId: string }> = {
  ...{ kind: 'queued', name: 'cases.misuse' },
  payload: v.object({ reporterId: uuid }),
  key: ({ reporterId }) => reporterId,
  async run(app, { reporterId }) {
    await transact(app, null, (tx) => followUnfounded(tx, reporterId))
  },
}

async function followUnfounded(tx: Tx, reporterId: string): Promise<void> {
  await lock(tx, 'decisions', reporterId)
  const { count, latestAt } = await unfoundedOf(tx, reporterId)
  if (latestAt === null) return
  const own = { targetUserId: reporterId, objectId: reporterId, automated: 'decision', reversedAt: null } as const
  const warning = await tx.em.findOne(Decision, { ...own, kind: 'warn' }, { orderBy: { createdAt: 'desc' } })
  if (!warning) {
    if (count >= WARN_AT) await decideMisuse(tx, reporterId, { kind: 'warn', facts: warningOf(count) })
    return
  }
  // Reports from before the warning count, and one of them has to come after it.
  if (count < LAST_AT || latestAt <= warning.createdAt) return
  const living = await livingDecisions(tx, { targetUserId: reporterId, kind: 'restrict' })
  if (living.some(({ restrict }) => restrict === 'report')) return
  await decideMisuse(tx, reporterId, { kind: 'restrict', facts: lastOf(count) })
}

async function unfoundedOf(tx: Tx, reporterId: string): Promise<Counted> {
  const since = new Date(tx.now.getTime() - WINDOW_DAYS * DAY_MS)
  const reports = await tx.em.find(
    Report,
    { reporterId, isUnfounded: true, createdAt: { $gt: since } },
    { orderBy: { createdAt: 'desc' }, fields: ['createdAt'] },
  )
  return { count: reports.length, latestAt: reports[0]?.createdAt ?? null }
}

/** A decision on the sender, in a case of its own: one that others have opened on the account stays open. */
async function decideMisuse(
  tx: Tx,
  userId: string,
  { kind, facts }: { kind: 'warn' | 'restrict'; facts: string },
): Promise<void> {
  const { name, isPerformer } = await tx.em.findOneOrFail(User, { id: userId })
  const about = { objectType: isPerformer ? 'performer' : 'user', objectId: userId, targetUserId: userId } as const
  const caseId = v7()
  tx.em.create(Case, {
    ...{ id: caseId, ...about, sources: ['staff'], preview: name, priority: 3, dueAt: tx.now, state: 'closed' },
    ...{ claimedBy: null, claimUntil: null, alarmedAt: null, version: 1, createdAt: tx.now, closedAt: tx.now },
  })
  const isLast = kind === 'restrict'
  const decision = tx.em.create(Decision, {
    ...{ id: v7(), caseId, ...about, actorId: null, kind, ground: 'terms', clause: 'other', facts },
    ...{ automated: 'decision', restrict: isLast ? 'report' : null, before: null, reversedBy: null, reversedAt: null },
    until: isLast ? new Date(tx.now.getTime() + LAST_DAYS * DAY_MS) : null,
    createdAt: tx.now,
  })
  const after = { decisionId: decision.id, kind, restrict: decision.restrict ?? null }
  audit(tx, { action: 'case.decide', subjectId: caseId, before: about, after, text: facts })
  await tellAuthor(tx, decision)
  await tx.flush()
}

function warningOf(count: number): string {
  return `${count} of your reports within ${WINDOW_DAYS} days were manifestly unfounded. After ${LAST_AT} of them, your reports wait until all others are answered, ${BUT_HARM}.`
}

function lastOf(count: number): string {
  return `${count} of your reports within ${WINDOW_DAYS} days were manifestly unfounded, also after a warning. Your reports wait until all others are answered, ${BUT_HARM}.`
}
