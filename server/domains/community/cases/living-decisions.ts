import type { FilterQuery } from '@mikro-orm/core'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Decision } from './entity.ts'

/** The decisions that still have their effect, the latest first. Read under the lock of their account. */
export function livingDecisions(tx: Pick<Tx, 'em' | 'now'>, where: FilterQuery<Decision>): Promise<Decision[]> {
  const alive = { reversedAt: null, $or: [{ until: null }, { until: { $gt: tx.now } }] }
  return tx.em.find(
    Decision,
    { $and: [where, alive] },
    {
      orderBy: { createdAt: 'desc', id: 'desc' },
      refresh: true,
    },
  )
}
