import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskDisputeDetail } from '@vesper/sync/vesper/api/desk-disputes.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { sidesOf } from '../money/charges/queries.ts'
import { PaymentOrder } from '../payments/orders/entity.ts'
import { readDispute } from './dispute-page.ts'
import { Dispute, DisputeDecision } from './entity.ts'
import { draftEvidence, partsInWords } from './evidence/draft-evidence.ts'
import { PAID_BY, partiesOf } from './parties-of.ts'

type Source = Pick<Tx, 'app' | 'em'>
type Sale = Omit<DeskDisputeDetail['sales'][number], 'number'> & { number: string }

/**
 * A dispute with its draft, its decisions and the sales that the payment has paid. The parties to it read no draft, and no words
 * or records of an answer: these tell of the other side. Refuses as `not-found` an unknown one.
 */
export async function disputeDetail(source: Source, id: string, actorId: string): Promise<DeskDisputeDetail> {
  const { em, app } = source
  const [listed, dispute] = [await readDispute(em, id), await em.findOne(Dispute, { id })]
  if (!listed || !dispute) throw new Refusal('not-found', 'There is no such dispute.')
  const order = await em.findOneOrFail(PaymentOrder, { id: dispute.orderId })
  const isTimely = dispute.dueAt == null || dispute.dueAt > app.clock()
  const takesAnswer = dispute.state === 'open' && isTimely && listed.decision?.state !== 'asked'
  const isOwn = (await partiesOf(em, dispute)).includes(actorId)
  const draft = takesAnswer && !isOwn ? await draftEvidence(source, dispute) : null
  return {
    ...listed,
    isOwn,
    paidAt: order.paidAt?.toISOString() ?? null,
    sales: await salesOf(em, id),
    draft: draft && { text: draft.text, parts: partsInWords(draft.evidence) },
    decisions: (await decisionsOn(em, id)).map((one) => (isOwn ? { ...one, text: '', parts: [] } : one)),
  }
}

async function salesOf(em: Source['em'], id: string): Promise<DeskDisputeDetail['sales']> {
  const rows = await em.execute<Sale[]>(
    `select c.id as "_id", c.number, c.type, coalesce(u.username, u.name, '') as creator, c.tokens as amount,
       c.created_at as "createdAt"
     from dispute d join charge c on ${PAID_BY} left join "user" u on u.id = c.performer_id
     where d.id = ? order by c.created_at desc, c.id desc limit 100`,
    [id],
  )
  return rows.map((row) => ({
    ...row,
    ...{ number: Number(row.number), createdAt: new Date(row.createdAt).toISOString() },
  }))
}

async function decisionsOn(em: Source['em'], disputeId: string): Promise<DeskDisputeDetail['decisions']> {
  const latest = { orderBy: { createdAt: 'desc', id: 'desc' } } as const
  const decisions = await em.find(DisputeDecision, { disputeId }, latest)
  const sideOf = await sidesOf(
    em,
    decisions.flatMap(({ actorId }) => actorId ?? []),
  )
  return decisions.map(({ id: _id, kind, state, actorId, createdAt, evidence: { text, ...parts }, failure }) => ({
    ...{ _id, kind, state, text, failure: failure ?? null, parts: partsInWords(parts), at: createdAt.toISOString() },
    by: actorId == null ? '' : (sideOf(actorId).username ?? sideOf(actorId).name),
  }))
}
