import { NO_BUDGET, periodOf } from '@vesper/sync/vesper/records/budget.ts'
import type { Budget as BudgetRecord } from '@vesper/sync/vesper/records/budget.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { Budget } from './entity.ts'
import { spentBy } from './spent.ts'

/** The limits of a fan with what was spent so far, as its devices hold them; null where none were ever set. */
export async function budgetOf(tx: Tx, userId: string): Promise<BudgetRecord | null> {
  const budget = await tx.em.findOne(Budget, { userId })
  if (!budget) return null
  const { limits, raises, version } = budget
  const spent = await spentBy(tx, { fanId: userId })
  return {
    ...{ version, limits, raises },
    spent: {
      day: { of: periodOf('day', tx.now), cents: spent.day },
      month: { of: periodOf('month', tx.now), cents: spent.month },
    },
  }
}

/** The same for whom nothing was set, with the present periods. */
export function emptyBudget(now: Date): BudgetRecord {
  const spent = { day: { of: periodOf('day', now), cents: 0 }, month: { of: periodOf('month', now), cents: 0 } }
  return { ...NO_BUDGET, spent }
}
