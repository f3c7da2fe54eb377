import { limitsAt, NO_BUDGET, periodOf } from '@vesper/sync/vesper/records/budget.ts'
import type { Budget as BudgetRecord } from '@vesper/sync/vesper/records/budget.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../../../people/accounts/entity.ts'
import { Budget } from './entity.ts'
import { spentBy, spentByCreator } from './spent.ts'

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
      ...(limitsAt({ limits, raises }, tx.now).creator !== null && { creators: await creatorsOf(tx, userId) }),
    },
  }
}

/** The present month by creator. One whose account is gone has no name. */
async function creatorsOf(tx: Tx, fanId: string) {
  const spent = await spentByCreator(tx, { fanId })
  const ids = spent.map(({ performerId }) => performerId)
  const users = await tx.em.find(User, { id: { $in: ids } }, { fields: ['name', 'username'] })
  const byId = new Map(users.map((user) => [user.id, user]))
  const creators = spent.map(({ performerId, cents }) => {
    const { name = '', username = null } = byId.get(performerId) ?? {}
    return { _id: performerId, name, username, cents }
  })
  return { of: periodOf('month', tx.now), creators }
}

/** The same for whom nothing was set, with the present periods. */
export function emptyBudget(now: Date): BudgetRecord {
  const spent = { day: { of: periodOf('day', now), cents: 0 }, month: { of: periodOf('month', now), cents: 0 } }
  return { ...NO_BUDGET, spent }
}
