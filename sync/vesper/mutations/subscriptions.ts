import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { uuid } from '../api/fields.ts'
import type { Subscription } from '../records/subscription.ts'

const SubscriptionArgs = v.object({ _id: v.pipe(uuid, v.toLowerCase()) })

type Args = v.InferOutput<typeof SubscriptionArgs>

/** No money moves: the paid term stays, and no other follows. Between cancel and resume the last intention wins. */
export const cancelSubscription: Mutation<Args> = {
  name: 'subscription.cancel',
  class: 'queue',
  args: SubscriptionArgs,
  lane: laneOfSubscription,
  fold: (_previous, next) => next,
  async optimistic(tx, { _id }) {
    const held = (await tx.get('subscriptions', _id)) as Subscription | undefined
    // One whose renewal has failed is over with its cancellation; the server says so.
    if (!held || (held.status !== 'active' && held.status !== 'past_due')) return
    await tx.put('subscriptions', { ...held, status: 'canceling', autoRenew: false, nextPrice: null, retryAt: null })
  },
}

/** Renewals go on, at the price that was agreed. */
export const resumeSubscription: Mutation<Args> = {
  name: 'subscription.resume',
  class: 'queue',
  args: SubscriptionArgs,
  lane: laneOfSubscription,
  fold: (_previous, next) => next,
  async optimistic(tx, { _id }) {
    const held = (await tx.get('subscriptions', _id)) as Subscription | undefined
    if (held?.status !== 'canceling') return
    await tx.put('subscriptions', { ...held, status: 'active', autoRenew: true, nextPrice: held.price })
  },
}

/** The lane of everything that is queued for a subscription. */
export function laneOfSubscription({ _id }: { _id: string }): string {
  return `subscription:${_id}`
}
