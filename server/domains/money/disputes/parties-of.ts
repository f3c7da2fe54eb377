import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Dispute } from './entity.ts'

/** SQL: a payment to a creator `c` that the disputed payment `d` has paid: by card, or out of the tokens that it bought. */
export const PAID_BY = '(c.order_id = d.order_id or c.dispute_id = d.gateway_id)'

/** The accounts that a dispute is about: the fan, and the creators who earned by it. */
export async function partiesOf(em: SqlEntityManager, { id, fanId }: Pick<Dispute, 'id' | 'fanId'>): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select distinct c.performer_id as id from dispute d join charge c on ${PAID_BY} where d.id = ?`,
    [id],
  )
  return [fanId, ...rows.map((row) => row.id)]
}
