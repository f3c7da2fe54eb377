import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { addMonths } from '../../money/subscriptions/terms.ts'
import { User } from '../../people/accounts/entity.ts'
import { tellCase } from './case-room.ts'
import { lockCase } from './decide-case.ts'
import { Appeal, Case, CaseEvidence, CaseNote, Decision } from './entity.ts'
import { lift } from './lift.ts'
import { appealMail } from './mails.ts'
import { Report } from './reports/entity.ts'
import { sideOf } from './side-of.ts'
import type { Side } from './side-of.ts'
import { linkTo } from './tell-author.ts'
import { ANOTHER_PERSON, whyNotAppeal } from './why-not.ts'

const MONTHS = 6
const ANSWER_MS = 14 * 86_400_000
/** Decisions against the author, and those that a reporter is not content with. */
const APPEALABLE: Readonly<Record<Side, readonly Decision['kind'][]>> = {
  ...{ author: ['warn', 'hide', 'restrict', 'suspend'], reporter: ['none', 'warn', 'restore'] },
}

/** The end of the time in which one side can appeal a decision; null where it cannot. */
export function appealUntil({ kind, createdAt, reversedAt }: Decision, side: Side): Date | null {
  return APPEALABLE[side].includes(kind) && reversedAt == null ? addMonths(createdAt, MONTHS) : null
}

/**
 * Appeals a decision, as its author or as somebody who reported; each can once. The same `_id` again is the same appeal.
 * Refusals: `not-found` for a decision that does not concern the actor; `conflict` for a second appeal and after six months.
 */
export async function appealDecision(tx: Tx, id: string, { _id, text }: { _id: string; text: string }): Promise<void> {
  const { userId } = requireActor(tx)
  const found = await tx.em.findOne(Decision, { id })
  const side = found && (await sideOf(tx.em, found, userId))
  if (!found || !side) throw noDecision()
  const one = await lockCase(tx, found.caseId)
  const decision = await tx.em.findOneOrFail(Decision, { id }, { refresh: true })
  const known = await tx.em.findOne(Appeal, { decisionId: id, userId })
  if (known?.id === _id) return
  if (known) throw new Refusal('conflict', 'You have appealed this already.')
  if ((await tx.em.count(Appeal, { id: _id })) > 0) throw new Refusal('conflict', 'This id belongs to another appeal.')
  const until = appealUntil(decision, side)
  if (until === null) throw new Refusal('conflict', 'There is nothing to appeal any more.')
  if (tx.now >= until) throw new Refusal('conflict', 'The six months are over.')
  const dueAt = new Date(tx.now.getTime() + ANSWER_MS)
  const answers = { state: 'open' as const, answer: null, decidedBy: null, decidedAt: null }
  tx.em.create(Appeal, { id: _id, decisionId: id, userId, side, text, ...answers, dueAt, createdAt: tx.now })
  await reopen(tx, one, dueAt)
  await tx.flush()
}

/**
 * Answers an appeal. `reversed` ends what the decision did and nothing else; where a reporter is right, the case is open
 * again. Refusals: `not-found`; `conflict` for one that has its answer; `forbidden` for the person who decided.
 */
export async function decideAppeal(
  tx: Tx,
  id: string,
  { outcome, answer }: { outcome: 'upheld' | 'reversed'; answer: string },
): Promise<void> {
  const { userId } = requireActor(tx)
  const found = await tx.em.findOne(Appeal, { id }, { disableIdentityMap: true })
  const place = found && (await tx.em.findOne(Decision, { id: found.decisionId }, { disableIdentityMap: true }))
  if (!place) throw new Refusal('not-found', 'There is no such appeal.')
  const one = await lockCase(tx, place.caseId)
  await lock(tx, 'decisions', place.targetUserId)
  const appeal = await tx.em.findOneOrFail(Appeal, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  const decision = await tx.em.findOneOrFail(Decision, { id: place.id }, { refresh: true })
  if (appeal.state !== 'open') throw new Refusal('conflict', 'This appeal has its answer already.')
  const whyNot = await whyNotAppeal(tx, { appeal, decision }, userId)
  if (whyNot !== null) throw new Refusal('forbidden', whyNot)
  if ((await tx.em.count(Report, { caseId: one.id, reporterId: userId })) > 0)
    throw new Refusal('forbidden', ANOTHER_PERSON)
  Object.assign(appeal, { state: outcome, answer, decidedBy: userId, decidedAt: tx.now })
  const isReversed = outcome === 'reversed'
  if (isReversed && decision.reversedAt == null) await lift(tx, [decision], appeal.id)
  await tx.flush()
  await settle(tx, one, { appeal, decision })
  tellCase(tx, one.id)
  const [before, after] = [{ decisionId: decision.id, side: appeal.side }, { outcome }]
  audit(tx, { action: 'appeal.decide', subjectId: id, before, after, text: answer })
  const user = await tx.em.findOne(User, { id: appeal.userId })
  if (user?.email != null) {
    const told = { isReversed, answer, link: linkTo(tx, decision) }
    tx.app.mailer.send(tx, appealMail({ email: user.email, name: user.name }, told))
  }
}

export function noDecision(): Refusal {
  return new Refusal('not-found', 'There is no such decision.')
}

/** The state of the case, and of its reports, after the answer. */
async function settle(tx: Tx, one: Case, { appeal, decision }: { appeal: Appeal; decision: Decision }): Promise<void> {
  const caseId = one.id
  const isReversed = appeal.state === 'reversed'
  const isOpen = isReversed && appeal.side === 'reporter'
  const [from, state] = isOpen ? (['triaged', 'open'] as const) : (['actioned', 'reversed'] as const)
  if (isReversed) await tx.em.nativeUpdate(Report, { caseId, state: from }, { state, updatedAt: tx.now })
  const [waiting] = await tx.em.execute<{ id: string }[]>(
    `select a.id from case_appeal a join moderation_decision d on d.id = a.decision_id
     where d.case_id = ? and a.state = 'open' limit 1`,
    [decision.caseId],
  )
  Object.assign(one, { state: waiting ? 'appealed' : isOpen ? 'open' : 'decided', version: one.version + 1 })
}

/** A closed case opens again; where another one on the thing is open, all of it goes there. */
async function reopen(tx: Tx, one: Case, dueAt: Date): Promise<void> {
  const { id, objectType, objectId } = one
  await lock(tx, 'case', objectId)
  const elsewhere = { objectType, objectId, state: { $ne: 'closed' as const }, id: { $ne: id } }
  const other = await tx.em.findOne(Case, elsewhere, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (other) {
    const [where, to] = [{ caseId: id }, { caseId: other.id }]
    await tx.em.nativeUpdate(Report, where, to)
    await tx.em.nativeUpdate(CaseEvidence, where, to)
    await tx.em.nativeUpdate(CaseNote, where, to)
    await tx.em.nativeUpdate(Decision, where, to)
  }
  const into = other ?? one
  if (into.state === 'closed' || into.dueAt > dueAt) into.dueAt = dueAt
  Object.assign(into, { state: 'appealed', closedAt: null, version: into.version + 1 })
}
