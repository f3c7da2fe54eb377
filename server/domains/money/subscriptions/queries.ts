import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql'
import type { SubscriberQuery, SubscriptionQuery } from '@vesper/sync/vesper/api/subscriptions.ts'
import { movedSubscription } from '@vesper/sync/vesper/records/pause-clock.ts'
import type * as v from 'valibot'
import type { App } from '../../../app.ts'
import { containing } from '../../../infra/database/like-pattern.ts'
import { entityPage } from '../../../infra/http/list.ts'
import { accountsNamed } from '../../people/accounts/account-sql.ts'
import { User } from '../../people/accounts/entity.ts'
import { pausesOf } from '../../people/pauses/pauses-of.ts'
import { Performer } from '../../people/performers/entity.ts'
import { offerOf } from '../../people/performers/offer.ts'
import { PaymentCard } from '../payments/cards/entity.ts'
import { PaymentOrder } from '../payments/orders/entity.ts'
import { Subscription } from './entity.ts'
import { renewalPrice } from './prices/offer.ts'
import { subscriberView, subscriptionView } from './views.ts'

type Reader = { app: Pick<App, 'settings' | 'clock'>; em: Pick<EntityManager, 'find'> }

/**
 * These subscriptions as their fans see them, in their order, their dates moved by the pauses of their creators. Pauses
 * that are not over come along.
 */
export async function movedViews(reader: Reader, subscriptions: readonly Subscription[]) {
  const [views, pauses] = [await subscriptionViews(reader, subscriptions), await pausesOfAll(reader, subscriptions)]
  const now = reader.app.clock().toISOString()
  return views.map((view) => {
    const all = pauses(view.performerId)
    return { ...movedSubscription(view, all), pauses: all.filter(({ endsAt }) => endsAt > now) }
  })
}

function pausesOfAll({ em }: Reader, subscriptions: readonly Subscription[]) {
  return pausesOf(
    em,
    subscriptions.map(({ performerId }) => performerId),
  )
}

/** These subscriptions as devices hold them, in their order: devices move the dates. */
export async function subscriptionViews(reader: Reader, subscriptions: readonly Subscription[]) {
  const [users, priceOf] = await about(reader, subscriptions, ({ performerId }) => performerId)
  const cardIds = subscriptions.flatMap(({ cardId }) => cardId ?? [])
  const orderIds = subscriptions.flatMap(({ orderId }) => orderId ?? [])
  const cards = mapOf(cardIds.length > 0 ? await reader.em.find(PaymentCard, { id: { $in: cardIds } }) : [])
  const orders = mapOf(orderIds.length > 0 ? await reader.em.find(PaymentOrder, { id: { $in: orderIds } }) : [])
  return subscriptions.flatMap((subscription) => {
    const creator = users.get(subscription.performerId)
    const card = cards.get(subscription.cardId ?? '') ?? null
    const order = orders.get(subscription.orderId ?? '') ?? null
    return creator ? [subscriptionView(subscription, { creator, nextPrice: priceOf(subscription), card, order })] : []
  })
}

function mapOf<One extends { id: string }>(rows: readonly One[]): ReadonlyMap<string, One> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** One page of what an account has subscribed to, those that are over too. */
export async function subscriptionPage(
  app: App,
  userId: string,
  { status, ...query }: v.InferOutput<typeof SubscriptionQuery>,
) {
  const em = app.orm.em.fork()
  const where: FilterQuery<Subscription> = {
    userId,
    // One that ended before it was paid never began.
    $or: [{ months: { $gt: 0 } }, { endedAt: null }],
    ...(status ? { endedAt: status === 'open' ? null : { $ne: null } } : {}),
  }
  const { rows, total } = await entityPage(em, { entity: Subscription, where }, query)
  return { data: await movedViews({ app, em }, rows), total }
}

/** The subscriptions in each group of a creator's subscribers. */
const GROUPS: Record<NonNullable<v.InferOutput<typeof SubscriberQuery>['status']>, FilterQuery<Subscription>> = {
  active: { status: { $in: ['active', 'past_due'] } },
  canceling: { status: 'canceling' },
  expired: { status: { $in: ['ended', 'revoked'] } },
  free: { type: 'free', endedAt: null },
}

/** One page of a creator's subscribers, by group and by name. */
export async function subscriberPage(
  app: App,
  performerId: string,
  { q, status, ...query }: v.InferOutput<typeof SubscriberQuery>,
) {
  const em = app.orm.em.fork()
  const group: FilterQuery<Subscription> = status ? GROUPS[status] : {}
  const named = q === '' ? [] : [{ userId: { $in: await namedLike(em, performerId, q) } }]
  const where: FilterQuery<Subscription> = { $and: [{ performerId, months: { $gt: 0 } }, group, ...named] }
  // Words are looked up among few. The creator is told the true number of all.
  const count = q === '' ? { total: () => subscriberCount(em, performerId, status) } : {}
  const { rows: subscriptions, total } = await entityPage(em, { entity: Subscription, where, ...count }, query)
  const [users, priceOf] = await about({ app, em }, subscriptions, ({ userId }) => userId)
  const pauses = (await pausesOf(em, [performerId]))(performerId)
  const data = subscriptions.flatMap((subscription) => {
    const fan = users.get(subscription.userId)
    return fan ? [movedSubscription(subscriberView(subscription, fan, priceOf(subscription)), pauses)] : []
  })
  return { data, total }
}

/** SQL conditions on the counts of each group. */
const COUNTED: Record<keyof typeof GROUPS, string> = {
  active: `status in ('active', 'past_due')`,
  canceling: `status = 'canceling'`,
  expired: `status in ('ended', 'revoked')`,
  free: 'is_free',
}

async function subscriberCount(em: EntityManager, performerId: string, group: keyof typeof GROUPS | undefined) {
  const [counted] = await em.execute<{ total: number }[]>(
    `select coalesce(sum(count), 0)::int as total from subscriber_count
     where performer_id = ? and ${group ? COUNTED[group] : 'true'}`,
    [performerId],
  )
  return counted?.total ?? 0
}

async function namedLike(em: EntityManager, performerId: string, q: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `${accountsNamed('u')}
      and exists (select 1 from subscription s where s.user_id = u.id and s.performer_id = ?::uuid)`,
    [containing(q), containing(q), performerId],
  )
  return rows.map(({ id }) => id)
}

/** The accounts on the other side, and the cost of the next term of each subscription. */
async function about(
  { app, em }: Reader,
  subscriptions: readonly Subscription[],
  side: (subscription: Subscription) => string,
) {
  const [ids, performerIds] = [subscriptions.map(side), subscriptions.map(({ performerId }) => performerId)]
  const users = await em.find(User, { id: { $in: [...new Set(ids)] } })
  const performers = await em.find(Performer, { userId: { $in: [...new Set(performerIds)] } })
  const offers = new Map(performers.map((performer) => [performer.userId, offerOf(performer)]))
  const settings = await app.settings.readIn({ em })
  const priceOf = (subscription: Subscription) => {
    const offer = offers.get(subscription.performerId)
    return offer ? renewalPrice(subscription, offer, settings) : null
  }
  return [new Map(users.map((user) => [user.id, user])), priceOf] as const
}
