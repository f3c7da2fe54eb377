import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { tellCase } from './case-room.ts'
import { decidedAlready, lockCase, requireOpen, requireOthers } from './decide-case.ts'
import { Appeal, CaseEvidence, CaseNote, Decision } from './entity.ts'
import type { Case } from './entity.ts'
import { Report } from './reports/entity.ts'
import { moreUrgent } from './urgency.ts'

/** A claim lapses so long after the last work on the case. */
const CLAIM_MS = 15 * 60_000

/** Shows others who works on a case. It keeps nobody out: a claim of another person passes on. */
export async function claimCase(tx: Tx, id: string): Promise<void> {
  const one = await lockCase(tx, id)
  requireOpen(one)
  await requireOthers(tx, one)
  Object.assign(one, { claimedBy: requireActor(tx).userId, claimUntil: new Date(tx.now.getTime() + CLAIM_MS) })
  tellCase(tx, id)
}

/** Adds a note that staff alone read. The same `_id` again is the same note. */
export async function noteCase(tx: Tx, id: string, { _id, text }: { _id: string; text: string }): Promise<void> {
  const one = await lockCase(tx, id)
  const { userId } = requireActor(tx)
  const same = await tx.em.findOne(CaseNote, { id: _id })
  if (same && (same.caseId !== id || same.userId !== userId))
    throw new Refusal('conflict', 'This id belongs to another note.')
  if (same) return
  await requireOthers(tx, one)
  tx.em.create(CaseNote, { id: _id, caseId: id, userId, text, createdAt: tx.now })
  keepClaim(tx, one)
  tellCase(tx, id)
}

/** Work of the person who has claimed a case makes the claim last. */
export function keepClaim(tx: Tx, one: Case): void {
  const isOwn = one.claimedBy === tx.actor?.userId && one.claimUntil != null && one.claimUntil > tx.now
  if (isOwn) one.claimUntil = new Date(tx.now.getTime() + CLAIM_MS)
}

/**
 * Closes a case; closing it again changes nothing. Refuses as `conflict` one that somebody has decided since, one with reports
 * that nobody has decided, and one whose appeal waits.
 */
export async function closeCase(tx: Tx, id: string, version: number): Promise<void> {
  const one = await lockCase(tx, id)
  if (one.state === 'closed') return
  await requireOthers(tx, one)
  if (one.version !== version) throw await decidedAlready(tx, { caseId: id })
  if ((await tx.em.count(Report, { caseId: id, state: 'open' })) > 0)
    throw new Refusal('conflict', 'Decide this case before you close it.')
  const decisions = await tx.em.find(Decision, { caseId: id }, { fields: ['id'] })
  const waiting = { decisionId: { $in: decisions.map((decision) => decision.id) }, state: 'open' as const }
  if ((await tx.em.count(Appeal, waiting)) > 0) throw new Refusal('conflict', 'An appeal waits for its answer.')
  audit(tx, { action: 'case.close', subjectId: id, before: { state: one.state } })
  Object.assign(one, { state: 'closed', closedAt: tx.now, version: one.version + 1 })
  tellCase(tx, id)
}

/**
 * Opens a case again whose decision this transaction has taken back: it waits among the others, and so do the reports that the
 * decision had answered. A case without reports stays as it is: nobody waits for it.
 */
export async function reopenCase(tx: Tx, id: string): Promise<void> {
  const one = await lockCase(tx, id)
  const reports = await tx.em.nativeUpdate(
    Report,
    { caseId: id, state: 'reversed', updatedAt: tx.now },
    { state: 'open', decision: null },
  )
  if (reports === 0) return
  audit(tx, { action: 'case.reopen', subjectId: id, before: { state: one.state } })
  Object.assign(one, { state: 'open', closedAt: null, version: one.version + 1 })
  tellCase(tx, id)
}

/**
 * Joins a case to another one of the same author: reports, evidence, notes and decisions go there, and it closes. `version`:
 * of the case, as the person saw it; nothing is compared without one. Refuses as `invalid` a case of another author, and the
 * case itself, as `conflict` where somebody has decided since.
 */
export async function mergeCases(
  tx: Tx,
  id: string,
  { into: intoId, version }: { into: string; version?: number | undefined },
): Promise<void> {
  if (id === intoId) throw new Refusal('invalid', 'Choose another case.')
  // In one order, so that two merges of the same cases wait for each other.
  const locked: Case[] = []
  for (const one of [id, intoId].toSorted()) locked.push(await lockCase(tx, one))
  const [from, into] = [locked.find((one) => one.id === id), locked.find((one) => one.id === intoId)]
  if (!from || !into) throw new TypeError('both cases were found')
  if (version !== undefined && version !== from.version) throw await decidedAlready(tx, { caseId: id })
  requireOpen(from)
  requireOpen(into)
  await requireOthers(tx, from)
  await requireOthers(tx, into)
  if (from.targetUserId !== into.targetUserId) throw new Refusal('invalid', 'These cases concern different accounts.')
  const [where, to] = [{ caseId: id }, { caseId: intoId }]
  await tx.em.nativeUpdate(Report, where, to)
  await tx.em.nativeUpdate(CaseEvidence, where, to)
  await tx.em.nativeUpdate(CaseNote, where, to)
  await tx.em.nativeUpdate(Decision, where, to)
  audit(tx, { action: 'case.merge', subjectId: id, after: { into: intoId } })
  const isAppealed = from.state === 'appealed' || into.state === 'appealed'
  const isOpen = from.state === 'open' || into.state === 'open'
  const state = isAppealed ? 'appealed' : isOpen ? 'open' : 'decided'
  const sources = [...new Set([...into.sources, ...from.sources])]
  Object.assign(into, { ...moreUrgent(into, from), state, sources, version: into.version + 1 })
  Object.assign(from, { state: 'closed', closedAt: tx.now, version: from.version + 1 })
  for (const one of [from, into]) tellCase(tx, one.id)
}
