import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { Performer } from '../performers/entity.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../infra/sync/synced-collection.ts'
import { User } from './entity.ts'
import { profileView } from './views.ts'

/** The viewer's own profile. */
export const profiles: SyncedCollection = {
  name: 'profiles',
  window: async (reading, spaces) =>
    spaces.includes(spaceOfUser(reading.viewerId)) ? [await ownProfile(reading)] : [],
  byIds: async (reading, ids) => (ids.includes(reading.viewerId) ? [await ownProfile(reading)] : []),
}

async function ownProfile({ em, viewerId }: Reading): Promise<SyncedRow> {
  const user = await em.findOneOrFail(User, { id: viewerId })
  const performer = user.isPerformer ? await em.findOne(Performer, { userId: viewerId }) : null
  return { space: spaceOfUser(viewerId), collection: 'profiles', value: profileView(user, performer) }
}
