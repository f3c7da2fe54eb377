import type { Subscriber } from '@vesper/sync/vesper/api/subscriptions.ts'
import type { Subscription as SubscriptionRecord } from '@vesper/sync/vesper/records/subscription.ts'
import type { User } from '../accounts/entity.ts'
import { participantView } from '../accounts/views.ts'
import type { Subscription } from './entity.ts'

/** A subscription for its fan; `nextPrice` in cents, null where no term follows. */
export function subscriptionView(subscription: Subscription, creator: User, nextPrice: number | null) {
  const { userId, performerId, source, problem, status, dueAt } = subscription
  return {
    ...commonView(subscription, nextPrice),
    ...{ userId, performerId, performer: participantView(creator) },
    ...{ source: source ?? null, problem: problem ?? null },
    retryAt: status === 'past_due' ? dueAt.toISOString() : null,
  } satisfies SubscriptionRecord
}

/** A subscriber for the creator: no email address, no way of payment. */
export function subscriberView(subscription: Subscription, fan: User, nextPrice: number | null): Subscriber {
  return { ...commonView(subscription, nextPrice), fan: participantView(fan) }
}

function commonView({ id, type, price, currency, status, autoRenew, ...dates }: Subscription, next: number | null) {
  return {
    ...{ _id: id, type, price, currency, status, autoRenew, nextPrice: next },
    paidThrough: dates.paidThrough.toISOString(),
    accessUntil: dates.accessUntil.toISOString(),
    createdAt: dates.createdAt.toISOString(),
  }
}
