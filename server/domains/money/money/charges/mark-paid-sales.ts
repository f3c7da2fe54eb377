import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Condition } from '../../../../content/blocks.ts'

/**
 * Marks the sales of a creator that all payouts so far cover as paid by `payoutId`, the first free ones first. A part that
 * is left over, and money that was taken back after it was paid, goes to the next sales. `paidOut` is an SQL query of the
 * amount that was paid out so far, in hundredths of a cent.
 */
export async function markPaidSales(
  em: SqlEntityManager,
  { performerId, payoutId, paidOut }: { performerId: string; payoutId: string; paidOut: Condition },
): Promise<void> {
  await em.execute(
    `with budget as (
       select (${paidOut.sql})
         - (select coalesce(sum(share - refunded_share), 0) from charge where performer_id = ? and state = 'paid') as amount
     ), queue as (
       select id, sum(share - refunded_share) over (order by available_at, id) as running from charge
       where performer_id = ? and state = 'available'
     )
     update charge set state = 'paid', payout_id = ?
     from queue, budget where charge.id = queue.id and queue.running <= budget.amount`,
    [...paidOut.params, performerId, performerId, payoutId],
  )
}
