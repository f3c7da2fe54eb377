import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AcceptDispute, AnswerDispute, DisputeState } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { audit } from '../../../infra/audit/audit.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { requireOther } from '../../people/staff/require-other.ts'
import type { Evidence } from '../payments/gateway.ts'
import { Dispute, DisputeDecision } from './entity.ts'
import { draftEvidence } from './evidence/draft-evidence.ts'
import { partiesOf } from './parties-of.ts'
import { sendDecisionJob } from './send-decision.ts'

/**
 * Decides to answer a dispute: the decision stands with its entry in the audit, and a job sends it. The same `_id` again is the
 * same answer. Refuses as `not-found` an unknown dispute, as `forbidden` one of the actor's own, as `conflict` one that was
 * answered, decided or changed, or whose time is over.
 */
export async function answerDispute(
  tx: Tx,
  { id, parts, text, ...asked }: AnswerDispute & { id: string },
): Promise<void> {
  const dispute = await begin(tx, { ...asked, id, kind: 'answer' })
  if (!dispute) return
  const draft = await draftEvidence(tx, dispute)
  const chosen = Object.fromEntries(parts.map((part) => [part, draft.evidence[part]]))
  const sent = parts.filter((part) => draft.evidence[part] !== undefined)
  await note(tx, dispute, { _id: asked._id, kind: 'answer', evidence: { ...chosen, text }, parts: sent })
}

/** Decides to leave the money of a dispute to the cardholder. Refuses as `answerDispute` does, and an inquiry. */
export async function acceptDispute(tx: Tx, { id, reason, ...asked }: AcceptDispute & { id: string }): Promise<void> {
  const dispute = await begin(tx, { ...asked, id, kind: 'accept' })
  if (!dispute) return
  if (dispute.isInquiry)
    throw new Refusal('conflict', 'The bank only asks, and has taken nothing. Answer it, or give the payment back.')
  await note(tx, dispute, { _id: asked._id, kind: 'accept', evidence: { text: reason } })
}

type Kind = DisputeDecision['kind']
type Asked = { _id: string; id: string; version: number; kind: Kind }

const CLOSED: Record<Exclude<DisputeState, 'open'>, string> = {
  answered: 'This dispute was answered already. The bank looks at the answer.',
  won: 'The bank has decided on this dispute already.',
  lost: 'The bank has decided on this dispute already.',
  accepted: 'This dispute was accepted already.',
}

/** The dispute under its lock, where it can be decided on; null where this very decision stands. */
async function begin(tx: Tx, { _id, id, version, kind }: Asked): Promise<Dispute | null> {
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const dispute = await tx.em.findOne(Dispute, { id }, locked)
  if (!dispute) throw new Refusal('not-found', 'There is no such dispute.')
  requireOther(tx, ...(await partiesOf(tx.em, dispute)))
  const known = await tx.em.findOne(DisputeDecision, { id: _id })
  if (known?.disputeId === id && known.kind === kind) return null
  if (known) throw new Refusal('conflict', 'This was used for something else.')
  const underWay = await tx.em.count(DisputeDecision, { disputeId: id, state: 'asked' })
  if (underWay > 0) throw new Refusal('conflict', 'Somebody has decided already. It is on its way to the bank.')
  const state: DisputeState = dispute.state
  if (state !== 'open') throw new Refusal('conflict', CLOSED[state])
  if (dispute.dueAt != null && dispute.dueAt <= tx.now)
    throw new Refusal('conflict', 'The time to answer is over. The bank decides without an answer.')
  if (dispute.version !== version) throw new Refusal('conflict', 'This dispute has changed. Look at it again.')
  return dispute
}

type Decided = { _id: string; kind: Kind; evidence: Evidence; parts?: readonly string[] }

async function note(tx: Tx, dispute: Dispute, { _id, kind, evidence, parts }: Decided): Promise<void> {
  tx.em.create(DisputeDecision, {
    ...{ id: _id, disputeId: dispute.id, kind, evidence, actorId: tx.actor?.userId ?? null, createdAt: tx.now },
  })
  dispute.version += 1
  const after = { key: _id, ...(parts && { parts }) }
  audit(tx, { action: `dispute.${kind}`, subjectId: dispute.id, after, text: evidence.text })
  await tx.app.jobs.enqueue(tx, sendDecisionJob, { id: _id })
  await tx.flush()
}
