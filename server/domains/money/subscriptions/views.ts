import type { Subscriber } from '@vesper/sync/vesper/api/subscriptions.ts'
import type { Subscription as SubscriptionRecord } from '@vesper/sync/vesper/records/subscription.ts'
import type { User } from '../../people/accounts/entity.ts'
import { participantView } from '../../people/accounts/views.ts'
import type { PaymentCard } from '../payments/cards/entity.ts'
import type { PaymentOrder } from '../payments/orders/entity.ts'
import { isTriedAgain } from './access.ts'
import type { Subscription } from './entity.ts'

/** The card that renews a subscription, and the order that is to pay for it. */
type Card = Pick<PaymentCard, 'brand' | 'last4' | 'status'> | null
type Order = Pick<PaymentOrder, 'status' | 'url'> | null

/** A subscription for its fan; `nextPrice` in cents, null where no term follows. */
export function subscriptionView(
  subscription: Subscription,
  { creator, nextPrice, card, order }: { creator: User; nextPrice: number | null; card: Card; order: Order },
) {
  const { userId, performerId, source, problem, status, dueAt } = subscription
  const isTried = status === 'past_due' && isTriedAgain(problem)
  return {
    ...commonView(subscription, nextPrice),
    ...{ userId, performerId, performer: participantView(creator) },
    ...{ source: source ?? null, problem: problem === 'card-unusable' ? 'card' : (problem ?? null) },
    retryAt: isTried ? dueAt.toISOString() : null,
    card:
      card && source === 'card' ? { brand: card.brand, last4: card.last4, isUsable: card.status === 'active' } : null,
    payUrl: order?.status === 'open' ? (order.url ?? null) : null,
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
    countedFrom: dates.anchor.toISOString(),
    createdAt: dates.createdAt.toISOString(),
  }
}
