import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { BudgetBody } from '@vesper/sync/vesper/api/budget.ts'
import { LIMITS, NO_BUDGET, withLimits } from '@vesper/sync/vesper/records/budget.ts'
import type { Budget as BudgetRecord } from '@vesper/sync/vesper/records/budget.ts'
import type * as v from 'valibot'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { saveWallet } from '../wallets.ts'
import { budgetOf, emptyBudget } from './budget-of.ts'
import { Budget } from './entity.ts'
import { lockBudget } from './require-within-budget.ts'

/**
 * Sets the limits of the actor: lower ones hold at once, higher ones after a day. The same request again changes nothing.
 * Refuses as `conflict` a version that is not the latest.
 */
export async function setBudget(
  tx: Tx,
  { version, ...asked }: v.InferOutput<typeof BudgetBody>,
): Promise<BudgetRecord> {
  const { userId } = requireActor(tx)
  const budget = await lockBudget(tx, userId)
  const { limits, raises, version: latest } = budget ?? NO_BUDGET
  const next = withLimits({ limits, raises }, asked, tx.now)
  const isSame = LIMITS.every((limit) => (raises[limit] ?? { to: limits[limit] }).to === asked[limit])
  if (version !== latest && !isSame) {
    throw new Refusal('conflict', 'Your limits were changed on another device. Look at them and try again.')
  }
  if (version === latest) {
    const changed = { ...next, version: latest + 1, updatedAt: tx.now }
    if (budget) tx.em.assign(budget, changed)
    else tx.em.create(Budget, { userId, ...changed })
    await tx.em.flush()
    await saveWallet(tx, userId)
  }
  return (await budgetOf(tx, userId)) ?? emptyBudget(tx.now)
}
