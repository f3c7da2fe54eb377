import type { Tx } from '../../../../infra/database/transaction.ts'
import { moveAccessOn } from '../access.ts'
import { clockOf } from '../clock.ts'
import type { Subscription } from '../entity.ts'
import { sendEnded, sendFailed } from '../mails.ts'
import { tellOfSubscription } from '../tell-of-subscription.ts'
import { retryAfter } from '../terms.ts'

/** Notes a renewal that was not paid. The first failure is told by mail, and the end that follows the last. */
export async function failRenewal(
  tx: Tx,
  subscription: Subscription,
  problem: NonNullable<Subscription['problem']>,
): Promise<void> {
  const { now } = await clockOf(tx, subscription)
  if (retryAfter(subscription.paidThrough, now) === null) return endUnpaid(tx, subscription)
  const isNews = subscription.status !== 'past_due' || subscription.problem !== problem
  subscription.problem = problem
  await moveAccessOn(tx, subscription, 'fail')
  if (!isNews) return
  await sendFailed(tx, subscription)
  await tellOfSubscription(tx, subscription, { step: 'unpaid' })
}

/** Ends a subscription whose next term is not paid, with a mail. `limit`: it would have passed a limit of the fan. */
export async function endUnpaid(tx: Tx, subscription: Subscription, reason?: 'limit'): Promise<void> {
  await moveAccessOn(tx, subscription, 'end')
  await sendEnded(tx, subscription, { isBeyondLimit: reason === 'limit' })
  await tellOfSubscription(tx, subscription, { step: 'ended' })
}
