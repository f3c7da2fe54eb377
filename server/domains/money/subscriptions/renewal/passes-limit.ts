import type { Tx } from '../../../../infra/database/transaction.ts'
import { limitPassed } from '../../money/budget/require-within-budget.ts'
import { centsOfTokens } from '../../money/charges/take.ts'
import type { Subscription } from '../entity.ts'
import { tokensOf } from '../purchase/subscribe.ts'

/** Tells if a renewal of `price` cents would pass a limit of the fan at `at`, which is now unless told. */
export async function passesLimit(
  tx: Tx,
  { userId: fanId, performerId, source }: Subscription,
  { price, ...due }: { price: number; at?: Date },
): Promise<boolean> {
  const cents = source === 'card' ? price : await centsOfTokens(tx, await tokensOf(tx, price))
  return (await limitPassed(tx, { fanId, performerId, cents, ...due })) !== null
}
