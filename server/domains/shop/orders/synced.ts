import { OPEN_ORDERS_WINDOW, ORDERS_WINDOW } from '@vesper/sync/vesper/records/order.ts'
import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { noteAddressAccess } from './address-access.ts'
import { Order } from './entity.ts'
import { loadOrders } from './load-orders.ts'
import { orderView } from './views.ts'
import type { Side } from './views.ts'

const UNDER_WAY = ['new', 'processing', 'shipped', 'delivered'] as const

const collections = { buyer: 'orders', seller: 'sales' } as const
const owners = { buyer: 'buyerId', seller: 'performerId' } as const

/** Orders of the viewer as buyer, and as seller: those that are under way, and the newest. */
export const orders = collectionOf<'orders'>('buyer')
export const sales = collectionOf<'sales'>('seller')

function collectionOf<Name extends 'orders' | 'sales'>(side: Side): SyncedCollection<Name> {
  const owner = owners[side]
  return {
    name: collections[side] as Name,
    async window(reading, spaces) {
      const { em, viewerId } = reading
      if (!spaces.includes(spaceOfUser(viewerId))) return []
      const own = { [owner]: viewerId }
      const newest = { createdAt: 'desc', id: 'desc' } as const
      const open = { ...own, fulfilment: { $in: [...UNDER_WAY] } }
      const underWay = await em.find(Order, open, { orderBy: newest, limit: OPEN_ORDERS_WINDOW })
      const latest = await em.find(Order, own, { orderBy: newest, limit: ORDERS_WINDOW })
      return rowsOf(reading, side, [...new Set([...underWay, ...latest])])
    },
    byIds: async (reading, ids) =>
      rowsOf(reading, side, await reading.em.find(Order, { id: { $in: [...ids] }, [owner]: reading.viewerId })),
  }
}

async function rowsOf({ app, em, viewerId }: Reading, side: Side, found: readonly Order[]): Promise<SyncedRow[]> {
  const now = app.clock()
  if (side === 'seller') noteAddressAccess(app, viewerId, found)
  const [space, collection] = [spaceOfUser(viewerId), collections[side]]
  return (await loadOrders(em, found)).map((loaded) => ({ space, collection, value: orderView(loaded, side, now) }))
}

/** An order, in the spaces of its buyer and of its seller. */
export const recordOrder: Recorder<Order> = (changes, { entity: { id, buyerId, performerId } }) => {
  changes.add({ space: spaceOfUser(buyerId), collection: 'orders', id })
  changes.add({ space: spaceOfUser(performerId), collection: 'sales', id })
}
