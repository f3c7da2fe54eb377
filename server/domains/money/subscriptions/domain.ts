import { domain, notSynced, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { cancelSubscription, resumeSubscription } from './ending/cancel.ts'
import { onRefund } from './ending/stop.ts'
import { SubscriberCount, Subscription, SubscriptionPeriod, SubscriptionPrice } from './entity.ts'
import { remindJob, renewJob, stopClosedJob } from './jobs.ts'
import { subscriptionOrderKind } from './purchase/order-kind.ts'
import { chargeRenewalJob } from './renewal/renew-by-card.ts'
import { subscriptionRoutes } from './routes.ts'
import { recordSubscription, subscriptions as collection, subscriptionsThatShow } from './synced.ts'

const limit = { points: 120, seconds: 600 }

/** Subscriptions to creators: their prices, terms and renewals. */
export const subscriptions = domain({
  name: 'subscriptions',
  entities: [
    ...[notSynced(SubscriptionPrice), notSynced(SubscriptionPeriod), notSynced(SubscriberCount)],
    synced(Subscription, recordSubscription),
  ],
  reads: ['budget', 'performer'],
  collections: [collection],
  derived: subscriptionsThatShow,
  ownRows: [
    {
      sql: 'select count(*)::int from subscription where user_id = ? and ended_at is null',
      params: ['viewer'],
    },
  ],
  routes: subscriptionRoutes,
  jobs: [renewJob, chargeRenewalJob, remindJob, stopClosedJob],
  orderKinds: [subscriptionOrderKind],
  refunded: { subscription: onRefund },
  mutations: {
    'subscription.cancel': { run: cancelSubscription, spaces: ownSpace, limit },
    'subscription.resume': { run: resumeSubscription, spaces: ownSpace, limit },
  },
})
