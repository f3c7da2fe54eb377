import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Payment, Refund } from '../gateway.ts'
import type { PaymentOrder } from './entity.ts'
import { followReversal } from './follow-reversal.ts'
import { tellOfFailedRefund } from './tell-of-failed-refund.ts'

/**
 * Brings an order to where the refunds of its payment stand, under the lock of its row. The payer and the operator hear of
 * one that has failed.
 */
export async function followRefunds(tx: Tx, order: PaymentOrder, { refunds }: Payment): Promise<void> {
  if (refunds.length === 0) return
  const earlier = await earlierRefunds(tx, order, refunds)
  for (const { id, amount, hasFailed } of refunds) {
    if (earlier.has(id)) continue
    const isNews = await followReversal(tx, order, {
      ...{ id, reason: 'refund', amount, status: hasFailed ? 'failed' : 'done' },
    })
    if (isNews && hasFailed) await tellOfFailedRefund(tx, order, { id, cents: amount })
  }
}

/**
 * Refunds that were noted by their sum, `refund:<order>:<sum so far>`, before each had a row of its own. A row of one refund
 * gets the id of it. Answers the ids of the others that such a row stands for.
 */
async function earlierRefunds(tx: Tx, { id: orderId }: PaymentOrder, refunds: readonly Refund[]): Promise<Set<string>> {
  const covered = new Set<string>()
  // Past the ORM, which keeps rows by their ids.
  const rows = await tx.em.execute<{ id: string; sum: number; amount: number }[]>(
    `select id, split_part(id, ':', 3)::int as sum, amount from payment_reversal where order_id = ? and id like 'refund:%'`,
    [orderId],
  )
  let end = 0
  for (const { id, amount } of refunds.filter(({ hasFailed }) => !hasFailed)) {
    end += amount
    const row = rows.find(({ sum, amount: most }) => end <= sum && end - amount >= sum - most)
    if (row?.amount === amount) await tx.em.execute('update payment_reversal set id = ? where id = ?', [id, row.id])
    else if (row) covered.add(id)
  }
  return covered
}
