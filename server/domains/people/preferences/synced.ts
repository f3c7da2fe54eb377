import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Preferences } from './entity.ts'
import { preferencesView } from './views.ts'

/** The viewer's own preferences, once there are any. */
export const preferences: SyncedCollection<'preferences'> = {
  name: 'preferences',
  window: async (reading, spaces) => (spaces.includes(spaceOfUser(reading.viewerId)) ? own(reading) : []),
  byIds: async (reading, ids) => (ids.includes(reading.viewerId) ? own(reading) : []),
}

async function own({ em, viewerId }: Reading): Promise<SyncedRow[]> {
  const held = await em.findOne(Preferences, { userId: viewerId })
  const space = spaceOfUser(viewerId)
  return held ? [{ space, collection: 'preferences', value: preferencesView(viewerId, held) }] : []
}

/** Preferences, in the space of their account. */
export const recordPreferences = oneRow<Preferences>('preferences', ({ userId }) => ({
  space: spaceOfUser(userId),
  id: userId,
}))
