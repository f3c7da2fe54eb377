import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DecidePayout } from '@vesper/sync/vesper/api/desk-money.ts'
import type * as v from 'valibot'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { confirmPayout, rejectPayout } from '../requests/review.ts'
import { approvePayoutAlone, findPayout } from './payout-approval.ts'

export type PayoutDecision = 'approve' | 'reject' | 'paid' | 'failed'
type Asked = v.InferOutput<typeof DecidePayout>

const decisions: Record<PayoutDecision, (tx: Tx, id: string, reason: string) => Promise<unknown>> = {
  approve: (tx, id) => approvePayoutAlone(tx, id),
  reject: rejectPayout,
  paid: (tx, id) => confirmPayout(tx, id, null),
  failed: confirmPayout,
}

/**
 * A decision of staff on a payout; the same `_id` again changes nothing. Refuses as `conflict` a payout in another state or
 * with another amount than the person saw, and as `forbidden` the actor's own and one that needs a second person.
 */
export async function decidePayout(
  tx: Tx,
  { id, decision, asked }: { id: string; decision: PayoutDecision; asked: Asked },
): Promise<void> {
  const payout = await findPayout(tx, id)
  if (payout.decisionId === asked._id) return
  if (payout.status !== asked.state || payout.amount !== asked.amount)
    throw new Refusal('conflict', 'This payout has changed. Look at it again.')
  await decisions[decision](tx, id, asked.reason)
  payout.decisionId = asked._id
  await tx.flush()
}
