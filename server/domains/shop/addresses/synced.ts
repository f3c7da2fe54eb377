import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Address } from './entity.ts'
import { addressView } from './views.ts'

/** The viewer's own addresses. */
export const addresses: SyncedCollection<'addresses'> = {
  name: 'addresses',
  window: async (reading, spaces) => (spaces.includes(spaceOfUser(reading.viewerId)) ? read(reading) : []),
  byIds: read,
}

async function read({ em, viewerId }: Reading, ids?: readonly string[]): Promise<SyncedRow[]> {
  const rows = await em.find(Address, { userId: viewerId, ...(ids && { id: { $in: [...ids] } }) })
  const space = spaceOfUser(viewerId)
  return rows.map((row) => ({ space, collection: 'addresses', value: addressView(row) }))
}

/** An address, in the space of its owner. */
export const recordAddress = oneRow<Address>('addresses', ({ id, userId }) => ({ space: spaceOfUser(userId), id }))
