import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../infra/sync/synced-collection.ts'
import { cartRows } from './queries.ts'
import { cartLineView } from './views.ts'

/** The viewer's own cart. */
export const cartLines: SyncedCollection = {
  name: 'cart-lines',
  window: async (reading, spaces) => (spaces.includes(spaceOfUser(reading.viewerId)) ? read(reading) : []),
  byIds: read,
}

async function read({ em, viewerId }: Reading, productIds?: readonly string[]): Promise<SyncedRow[]> {
  const rows = await cartRows(em, viewerId, productIds)
  const space = spaceOfUser(viewerId)
  return rows.map((row) => ({ space, collection: 'cart-lines', value: cartLineView(row) }))
}
