import type { Reaction as ReactionRecord } from '@vesper/sync/vesper/records/reaction.ts'
import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Reaction } from './entity.ts'

/** A device begins with the latest reactions of its account. */
export const REACTION_WINDOW = 1000

/** The viewer's likes and bookmarks. */
export const reactions: SyncedCollection<'reactions'> = {
  name: 'reactions',
  async window({ em, viewerId }, spaces) {
    if (!spaces.includes(spaceOfUser(viewerId))) return []
    const latest = { orderBy: { createdAt: 'desc' }, limit: REACTION_WINDOW } as const
    return (await em.find(Reaction, { userId: viewerId }, latest)).map(syncedRow)
  },
  byIds: async ({ em, viewerId }, ids) =>
    (await em.find(Reaction, { userId: viewerId, reactionId: { $in: [...ids] } })).map(syncedRow),
  certain: noneOlder,
}

/** A window that is full reaches further back as newer ones are taken back: a device has none older than its oldest. */
function noneOlder(window: readonly SyncedRow[], held: readonly string[]): readonly SyncedRow[] {
  const ids = new Set(held)
  const oldest = window.findLastIndex(({ value }) => ids.has(value._id))
  return window.length < REACTION_WINDOW ? window : window.slice(0, oldest + 1)
}

function syncedRow({ userId, reactionId, objectId, objectType, action, createdAt }: Reaction): SyncedRow {
  const value: ReactionRecord = {
    ...{ _id: reactionId, userId, objectId, objectType, action },
    createdAt: createdAt.toISOString(),
  }
  return { space: spaceOfUser(userId), collection: 'reactions', value }
}

/** A reaction, in the space of its author. */
export const recordReaction = oneRow<Reaction>('reactions', ({ userId, reactionId }) => ({
  space: spaceOfUser(userId),
  id: reactionId,
}))
