import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { derivedRows, oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Asset } from '../../content/assets/entity.ts'
import { User } from '../../people/accounts/entity.ts'
import { Performer } from '../../people/performers/entity.ts'
import type { CartLine } from './entity.ts'
import { cartRows } from './queries.ts'
import { cartLineView } from './views.ts'

/** The viewer's own cart. */
export const cartLines: SyncedCollection<'cart-lines'> = {
  name: 'cart-lines',
  window: async (reading, spaces) => (spaces.includes(spaceOfUser(reading.viewerId)) ? read(reading) : []),
  byIds: read,
}

async function read({ em, viewerId }: Reading, productIds?: readonly string[]): Promise<SyncedRow[]> {
  const rows = await cartRows(em, viewerId, productIds)
  const space = spaceOfUser(viewerId)
  return rows.map((row) => ({ space, collection: 'cart-lines', value: cartLineView(row) }))
}

/** A line, in the space of the cart's owner. */
export const recordCartLine = oneRow<CartLine>('cart-lines', ({ userId, productId }) => ({
  space: spaceOfUser(userId),
  id: productId,
}))

const row = { collection: 'cart-lines', space: "'u:' || l.user_id", id: 'l.product_id' } as const

const soldBy = 'cart_line l join asset p on p.id = l.product_id where p.performer_id = any(?::uuid[])'

/** A line shows its product, the creator who sells it, and how that creator sells. */
export const linesThatShow = [
  derivedRows({ shows: Asset, ...row, from: 'cart_line l where l.product_id = any(?::uuid[])' }),
  derivedRows({ shows: User, ...row, from: soldBy }),
  derivedRows({ shows: Performer, ...row, from: soldBy }),
]
