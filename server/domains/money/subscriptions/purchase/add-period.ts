import { v4 } from 'uuid'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { moveAccessOn } from '../access.ts'
import { clockOf } from '../clock.ts'
import { SubscriptionPeriod, SubscriptionPrice } from '../entity.ts'
import type { Subscription } from '../entity.ts'
import { monthsOf, nextTerm } from '../terms.ts'

/**
 * A term that is paid or given. `id` is that of its charge; `price` was paid, `agreed` is the price of the terms that follow,
 * which no coupon and no offer lowers; `consent` is null for a renewal.
 */
type NewPeriod = Pick<SubscriptionPeriod, 'id' | 'type' | 'price' | 'source'> & {
  agreed: number
  consent: string | null
}

/** Adds a term to a subscription, under the lock of its account, and gives the access to it. */
export async function addPeriod(tx: Tx, subscription: Subscription, { agreed, ...period }: NewPeriod): Promise<void> {
  const { freeSubscriptionDuration } = await tx.app.settings.readIn(tx)
  const present = { ...(await clockOf(tx, subscription)), at: tx.now }
  const { startsAt, ...counted } = nextTerm(subscription, monthsOf(period.type, freeSubscriptionDuration), present)
  const { id: subscriptionId, currency } = subscription
  const number = 1 + (await tx.em.count(SubscriptionPeriod, { subscriptionId }))
  tx.em.create(SubscriptionPeriod, {
    ...{ ...period, subscriptionId, number, currency },
    ...{ startsAt, endsAt: counted.paidThrough, createdAt: tx.now },
  })
  const { type, source } = period
  const priceId = await priceIdOf(tx, subscription, { type, price: agreed })
  Object.assign(subscription, counted, { type, price: agreed, source, priceId, renewalId: v4(), orderId: null })
  await moveAccessOn(tx, subscription, 'pay')
}

/** The row of the price that was agreed to: the latest of the term. One that goes on at a former price keeps its own. */
async function priceIdOf(
  tx: Tx,
  { performerId, priceId }: Subscription,
  { type, price }: Pick<NewPeriod, 'type' | 'price'>,
) {
  if (type === 'free') return null
  const found = { performerId, term: type, amount: price }
  const [latest] = await tx.em.find(SubscriptionPrice, found, { orderBy: { createdAt: 'desc', id: 'desc' }, limit: 1 })
  return latest?.id ?? priceId
}
