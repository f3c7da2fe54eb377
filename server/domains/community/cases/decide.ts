import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DecideThing, DecisionKind } from '@vesper/sync/vesper/api/cases.ts'
import type * as v from 'valibot'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { reactivateAccount, suspendAccount } from '../../people/accounts/suspend.ts'
import { holdersOf, rolesOf } from '../../people/staff/roles.ts'
import { tellCase } from './case-room.ts'
import { Decision } from './entity.ts'
import type { Case } from './entity.ts'
import { hideThing } from './hide-thing.ts'
import { lift } from './lift.ts'
import { livingDecisions } from './living-decisions.ts'
import { Report } from './reports/entity.ts'
import { tellAuthor, tellReporters } from './tell-author.ts'

/** A decision, as it was asked for. */
export type Decided = v.InferOutput<typeof DecideThing>

/** The states that the reports of a case take with a decision. */
const SETTLED: Readonly<Record<DecisionKind, { from: Report['state']; state: Report['state']; decision: string }>> = {
  none: { from: 'open', state: 'triaged', decision: 'dismissed' },
  warn: { from: 'open', state: 'actioned', decision: 'account.warn' },
  hide: { from: 'open', state: 'actioned', decision: 'content.hide' },
  restrict: { from: 'open', state: 'actioned', decision: 'account.restrict' },
  suspend: { from: 'open', state: 'actioned', decision: 'account.suspend' },
  restore: { from: 'actioned', state: 'reversed', decision: 'content.restore' },
}

/**
 * Decides a case that the transaction has locked: the decision, its effect, its entry in the audit, the reports, and word to
 * all that it concerns, or nothing. Refuses as `invalid` what does not fit the thing, as `conflict` to restore what nothing
 * keeps down.
 */
export async function decide(tx: Tx, one: Case, asked: Decided): Promise<Decision> {
  const { _id: id, kind, ground, clause, facts } = asked
  const { objectType, objectId, targetUserId } = one
  await lock(tx, 'decisions', targetUserId)
  const limits = limitsOf(tx, asked)
  if (kind === 'suspend' || kind === 'restrict') await requireMayBind(tx, targetUserId, kind)
  const before = await takeEffect(tx, one, asked)
  const decision = tx.em.create(Decision, {
    ...{ id, caseId: one.id, objectType, objectId, targetUserId, actorId: tx.actor?.userId ?? null },
    ...{ kind, ground, clause, facts, automated: 'none', ...limits, before, reversedBy: null, reversedAt: null },
    createdAt: tx.now,
  })
  await settleReports(tx, one, kind)
  Object.assign(one, { state: 'decided', version: one.version + 1 })
  const after = {
    decisionId: id,
    kind,
    ground,
    clause,
    restrict: limits.restrict,
    until: limits.until?.toISOString() ?? null,
  }
  audit(tx, {
    action: 'case.decide',
    subjectId: one.id,
    before: { objectType, objectId, targetUserId },
    after,
    text: facts,
  })
  tellCase(tx, one.id)
  await tellAuthor(tx, decision)
  await tellReporters(tx, decision)
  await tx.flush()
  return decision
}

/**
 * Refuses as `forbidden` to suspend or restrict staff, but by those who manage staff: others could take the second person
 * away; as `conflict` to suspend the last admin.
 */
async function requireMayBind(tx: Tx, userId: string, kind: DecisionKind): Promise<void> {
  if ((await rolesOf(tx.em, userId)).length === 0) return
  if (tx.actor && tx.actor.desk?.permissions.includes('staff.manage') !== true)
    throw new Refusal('forbidden', 'This is an account of staff. An admin has to do this.')
  await lock(tx, 'staff', 'roles')
  const admins = await holdersOf(tx.em, 'staff.manage')
  if (kind === 'suspend' && admins.length === 1 && admins[0] === userId)
    throw new Refusal('conflict', 'This is the last admin. Make another one first.')
}

/** The deed and the end of a decision that has them. Refuses as `invalid` what its kind does not take. */
function limitsOf(
  { now }: Tx,
  { kind, restrict, until }: Decided,
): Pick<Decision, 'restrict'> & { until: Date | null } {
  const end = until === null ? null : new Date(until)
  if (kind === 'restrict' && restrict === null) throw invalid('restrict', 'Choose what is paused.')
  if (end !== null && end <= now) throw invalid('until', 'Choose a day in the future.')
  const hasEnd = kind === 'restrict' || kind === 'suspend'
  return { restrict: kind === 'restrict' ? restrict : null, until: hasEnd ? end : null }
}

/** Gives the state that it changed. */
async function takeEffect(tx: Tx, one: Case, { _id, kind, facts }: Decided): Promise<Decision['before']> {
  const { objectType, objectId, targetUserId } = one
  if (kind === 'hide') {
    const status = await hideThing(tx, { type: objectType, id: objectId }, true)
    if (status !== null) return { status }
    // Another decision hides it already: restored by the later of both, it is as it was before the first.
    const [other] = await livingDecisions(tx, { objectType, objectId, kind })
    return other?.before ?? null
  }
  if (kind === 'suspend') {
    await suspendAccount(tx, targetUserId, facts)
    return { status: 'active' }
  }
  if (kind === 'restore') await restoreAll(tx, one, _id)
  return null
}

/** Ends all that decisions on this thing or account did. */
async function restoreAll(tx: Tx, { objectType, objectId, targetUserId }: Case, by: string): Promise<void> {
  const isAccount = objectType === 'performer' || objectType === 'user'
  const about = isAccount
    ? { targetUserId, kind: { $in: ['restrict', 'suspend'] as const } }
    : { objectType, objectId, kind: { $in: ['hide', 'restrict', 'suspend'] as const } }
  const living = await livingDecisions(tx, about)
  await lift(tx, living, by)
  if (living.length > 0) return
  // Hidden past the commands, or before there were decisions.
  const isNews = isAccount
    ? await reactivateAccount(tx, targetUserId)
    : (await hideThing(tx, { type: objectType, id: objectId }, false)) !== null
  if (!isNews) throw new Refusal('conflict', 'There is nothing to restore.')
}

/** A restored thing was decided on in this case, or in one before it. */
async function settleReports(tx: Tx, { id: caseId, objectType, objectId }: Case, kind: DecisionKind): Promise<void> {
  const { from, state, decision } = SETTLED[kind]
  const where = kind === 'restore' ? { objectType, objectId } : { caseId }
  await tx.em.nativeUpdate(Report, { ...where, state: from }, { state, decision, updatedAt: tx.now })
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('invalid', message, [{ path, message }])
}
