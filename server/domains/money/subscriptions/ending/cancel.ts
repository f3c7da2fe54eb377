import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { moveAccessOn } from '../access.ts'
import { clockOf } from '../clock.ts'
import { Subscription } from '../entity.ts'
import { isOver } from '../machine.ts'

/**
 * Stops the renewals of the actor's subscription; the term that is paid stays. One that is canceled or over stays as it is.
 * Refuses as `not-found` another account's, as `conflict` one that is not paid yet.
 */
export async function cancelSubscription(tx: Tx, { _id }: { _id: string }): Promise<Subscription> {
  const subscription = await lockOwn(tx, _id)
  if (!isOver(subscription.status)) await moveAccessOn(tx, subscription, 'cancel')
  return subscription
}

/**
 * Has a canceled subscription renew again, at the price that was agreed. Refuses as `not-found` another account's, as
 * `conflict` one that is over.
 */
export async function resumeSubscription(tx: Tx, { _id }: { _id: string }): Promise<Subscription> {
  const subscription = await lockOwn(tx, _id)
  if (subscription.status === 'canceling' && subscription.paidThrough <= (await clockOf(tx, subscription)).now) {
    throw new Refusal('conflict', 'This subscription has ended. Subscribe again to go on.')
  }
  await moveAccessOn(tx, subscription, 'resume')
  return subscription
}

/** The actor's subscription, under the lock of all that belong to the account. Refuses as `not-found` another account's. */
export async function lockOwn(tx: Tx, id: string): Promise<Subscription> {
  const { userId } = requireActor(tx)
  await lock(tx, 'subscription', userId)
  const subscription = await tx.em.findOne(Subscription, { id, userId })
  if (!subscription) throw new Refusal('not-found', 'There is no such subscription.')
  return subscription
}
