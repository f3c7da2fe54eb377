import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { derivedRows } from '../../../infra/sync/change-feed/changes.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { User } from '../../people/accounts/entity.ts'
import { Performer } from '../../people/performers/entity.ts'
import { PaymentCard } from '../payments/cards/entity.ts'
import { PaymentOrder } from '../payments/orders/entity.ts'
import { Subscription } from './entity.ts'
import { subscriptionViews } from './queries.ts'

/** The viewer's subscriptions that are not over. */
export const subscriptions: SyncedCollection<'subscriptions'> = {
  name: 'subscriptions',
  window: async (reading, spaces) =>
    spaces.includes(spaceOfUser(reading.viewerId)) ? rowsOf(reading, await openOf(reading)) : [],
  byIds: async (reading, ids) => rowsOf(reading, await openOf(reading, ids)),
}

function openOf({ em, viewerId: userId }: Reading, ids?: readonly string[]): Promise<Subscription[]> {
  return em.find(Subscription, { userId, endedAt: null, ...(ids ? { id: { $in: [...ids] } } : {}) })
}

async function rowsOf(reading: Reading, open: readonly Subscription[]): Promise<SyncedRow[]> {
  const views = await subscriptionViews(reading, open)
  return views.map((value) => ({ space: spaceOfUser(value.userId), collection: 'subscriptions', value }))
}

/** A subscription, in the space of its fan. One that is over leaves it. */
export const recordSubscription: Recorder<Subscription> = (changes, { entity: { userId, id, endedAt } }) =>
  changes.add({ space: spaceOfUser(userId), collection: 'subscriptions', id, deleted: endedAt != null })

const row = { collection: 'subscriptions', space: "'u:' || s.user_id", id: 's.id' } as const
const where = (column: string) => `subscription s where s.ended_at is null and s.${column} = any(?::uuid[])`
const from = where('performer_id')

/** A subscription shows its creator, the price at which it renews, its card, and the page on which it is to be paid. */
export const subscriptionsThatShow = [
  derivedRows({ shows: User, ...row, from }),
  derivedRows({ shows: Performer, ...row, from }),
  derivedRows({ shows: PaymentCard, ...row, from: where('card_id') }),
  derivedRows({ shows: PaymentOrder, ...row, from: where('order_id') }),
]
