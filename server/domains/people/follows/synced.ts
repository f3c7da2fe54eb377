import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Follow } from './entity.ts'
import { followView } from './views.ts'

/** The creators that the viewer follows. */
export const follows: SyncedCollection<'follows'> = {
  name: 'follows',
  decidesSpaces: true,
  async window({ em, viewerId }, spaces) {
    if (!spaces.includes(spaceOfUser(viewerId))) return []
    return (await em.find(Follow, { followerId: viewerId })).map(syncedRow)
  },
  byIds: async ({ em, viewerId }, ids) =>
    (await em.find(Follow, { followerId: viewerId, performerId: { $in: [...ids] } })).map(syncedRow),
}

function syncedRow(follow: Follow): SyncedRow {
  return { space: spaceOfUser(follow.followerId), collection: 'follows', value: followView(follow) }
}

/** A follow, in the space of the follower. */
export const recordFollow = oneRow<Follow>('follows', ({ followerId, performerId }) => ({
  space: spaceOfUser(followerId),
  id: performerId,
}))
