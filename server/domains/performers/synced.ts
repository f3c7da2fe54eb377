import { performersOf, spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { User } from '../accounts/entity.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../infra/sync/synced-collection.ts'
import { creatorsAmong } from './queries.ts'

/** The cards of the creators whose channels the viewer has. Whoever names ids has seen to it that they are such. */
export const creators: SyncedCollection = {
  name: 'creators',
  window: (reading, spaces) => byIds(reading, performersOf(spaces)),
  byIds,
}

async function byIds({ em }: Reading, ids: readonly string[]): Promise<SyncedRow[]> {
  if (ids.length === 0) return []
  const users = await em.find(User, { id: { $in: [...ids] }, status: 'active' })
  const cards = await creatorsAmong(em, users)
  return cards.map((card) => ({ space: spaceOfPerformer(card._id), collection: 'creators', value: card }))
}
