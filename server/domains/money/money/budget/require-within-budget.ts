import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { LIMITS, limitsAt } from '@vesper/sync/vesper/records/budget.ts'
import type { Limit } from '@vesper/sync/vesper/records/budget.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { amountInWords } from '../cents.ts'
import { lockPurse } from '../wallets.ts'
import { Budget } from './entity.ts'
import { spentBy } from './spent.ts'

/** A payment that a fan is about to make to a creator, in cents. `at`: when it will be; now unless told. */
export type Payment = { fanId: string; performerId: string; cents: number; at?: Date }

/** A limit that a payment would pass, in cents, and what is left of it. */
type Passed = { limit: Limit; most: number; left: number }

/**
 * Every way by which a fan pays a creator asks this first, in the transaction of the charge. The wallet and the budget stay
 * locked until the transaction ends: payments at once are decided in turn. Refuses as `forbidden` a payment beyond a limit;
 * the detail `budget` names the limit, its cents and those that are left.
 */
export async function requireWithinBudget(tx: Tx, payment: Payment): Promise<void> {
  const passed = await limitPassed(tx, payment)
  if (!passed) return
  const { currency } = await tx.app.settings.readIn(tx)
  const [most, left] = [amountInWords(passed.most, currency), amountInWords(passed.left, currency)]
  const text = {
    day: `This would pass your limit of ${most} a day: ${left} are left.`,
    month: `This would pass your limit of ${most} a month: ${left} are left.`,
    creator: `This would pass your limit of ${most} a month for one creator: ${left} are left.`,
  }[passed.limit]
  throw new Refusal('forbidden', text, [{ path: 'budget', message: `${passed.limit} ${passed.most} ${passed.left}` }])
}

/** The first limit of the fan that a payment would pass; null where it fits. Locks as `requireWithinBudget` does. */
export async function limitPassed(tx: Tx, { fanId, performerId, cents, at = tx.now }: Payment): Promise<Passed | null> {
  const budget = await lockBudget(tx, fanId)
  if (!budget) return null
  const limits = limitsAt(budget, at)
  if (LIMITS.every((limit) => limits[limit] === null)) return null
  const spent = await spentBy(tx, { fanId, performerId, at })
  for (const limit of LIMITS) {
    const most = limits[limit]
    if (most !== null && spent[limit] + cents > most) return { limit, most, left: Math.max(0, most - spent[limit]) }
  }
  return null
}

/** The budget of a fan under its lock; null where none was set. The lock of the wallet comes first, as in all payments. */
export async function lockBudget(tx: Tx, userId: string): Promise<Budget | null> {
  await lockPurse(tx, userId)
  return tx.em.findOne(Budget, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}
