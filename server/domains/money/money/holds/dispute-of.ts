import type { Tx } from '../../../../infra/database/transaction.ts'

/** The latest dispute of a fan's payments that the fan has not won; null where there is none. */
export async function openDisputeOf(tx: Tx, fanId: string): Promise<string | null> {
  const [found] = await tx.em.execute<{ id: string }[]>(
    `select r.id from payment_reversal r join payment_order o on o.id = r.order_id
     where o.user_id = ? and r.reason = 'dispute' and r.status in ('open', 'lost')
     order by r.created_at desc limit 1`,
    [fanId],
  )
  return found?.id ?? null
}
