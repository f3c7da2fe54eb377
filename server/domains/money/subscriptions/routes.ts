import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import {
  ChangeCardBody,
  SubscribeAnswer,
  SubscribeBody,
  SubscriberList,
  SubscriberQuery,
  SubscriptionList,
  SubscriptionQuery,
} from '@vesper/sync/vesper/api/subscriptions.ts'
import { Subscription as SubscriptionRecord } from '@vesper/sync/vesper/records/subscription.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { countCouponTry } from '../coupons/count-try.ts'
import { changeCard } from './cards/change-card.ts'
import { cancelSubscription } from './ending/cancel.ts'
import type { Subscription } from './entity.ts'
import { updatePerformerRoute } from './prices/update-performer-route.ts'
import { orderTerm } from './purchase/order-term.ts'
import { subscribe } from './purchase/subscribe.ts'
import { subscriberPage, subscriptionPage, movedViews } from './queries.ts'

const tag = 'Subscriptions'

const subscribeRoute = route({
  method: 'POST',
  path: '/payment/subscribe/performers',
  who: 'user',
  limits: [{ points: 30, seconds: 60, by: 'account' }],
  tag,
  summary:
    'Subscribe to a creator, or add a term, at the price that was seen; the same `_id` again is the same purchase',
  body: SubscribeBody,
  answer: SubscribeAnswer,
  status: 201,
  async handle({ app, actor, body, foundAgain }) {
    if (body.couponCode !== undefined || body.offerCode !== undefined) await countCouponTry(app, actor.userId)
    const byCard = body.source === 'card' && body.type !== 'free'
    const { subscription, isNew, checkout } = byCard
      ? await orderTerm(app, actor, body)
      : { ...(await transact(app, actor, (tx) => subscribe(tx, body))), checkout: null }
    if (!isNew) foundAgain()
    return { subscription: await viewOf(app, subscription), checkout }
  },
})

const cancelRoute = route({
  method: 'POST',
  path: '/payment/stripe/cancel-subscription/{id}',
  whileSuspended: true,
  who: 'user',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag,
  summary: 'Stop the renewals of a subscription; canceling twice is canceling',
  params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
  answer: SubscriptionRecord,
  async handle({ app, actor, params }) {
    return viewOf(app, await transact(app, actor, (tx) => cancelSubscription(tx, { _id: params.id })))
  },
})

const cardRoute = route({
  method: 'PUT',
  path: '/subscriptions/{id}/card',
  who: 'user',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag,
  summary: 'Choose the saved card that pays the next renewals; nothing is charged',
  params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
  body: ChangeCardBody,
  answer: SubscriptionRecord,
  async handle({ app, actor, params, body }) {
    return viewOf(app, await transact(app, actor, (tx) => changeCard(tx, { _id: params.id, ...body })))
  },
})

const ownRoute = route({
  method: 'GET',
  path: '/subscriptions/user/search',
  whileSuspended: true,
  who: 'user',
  tag,
  summary: 'The account’s subscriptions, those that are over too, the latest first',
  query: SubscriptionQuery,
  answer: SubscriptionList,
  handle: ({ app, actor, query }) => subscriptionPage(app, actor.userId, query),
})

const subscribersRoute = route({
  method: 'GET',
  path: '/subscriptions/performer/search',
  who: 'performer',
  tag,
  summary: 'Who subscribes to the creator, by group and by name',
  query: SubscriberQuery,
  answer: SubscriberList,
  handle: ({ app, actor, query }) => subscriberPage(app, actor.userId, query),
})

export const subscriptionRoutes: Route[] = [
  subscribeRoute,
  cancelRoute,
  cardRoute,
  ownRoute,
  subscribersRoute,
  updatePerformerRoute,
]

async function viewOf(app: App, subscription: Subscription): Promise<SubscriptionRecord> {
  const [view] = await movedViews({ app, em: app.orm.em.fork() }, [subscription])
  if (!view) throw new Error('the creator of a subscription is gone')
  return view
}
