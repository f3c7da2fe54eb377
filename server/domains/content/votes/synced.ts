import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import type { Vote } from '@vesper/sync/vesper/records/vote.ts'
import { oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { pollCountsOf } from '../posts/poll-counts.ts'
import { PollVote } from './entity.ts'

/** A device begins with the latest votes of its account. */
export const VOTE_WINDOW = 1000

/** The viewer's votes, with the counts of their polls. */
export const votes: SyncedCollection<'votes'> = {
  name: 'votes',
  async window(reading, spaces) {
    const { em, viewerId } = reading
    if (!spaces.includes(spaceOfUser(viewerId))) return []
    const latest = { orderBy: { createdAt: 'desc', postId: 'desc' }, limit: VOTE_WINDOW } as const
    return syncedRows(reading, await em.find(PollVote, { userId: viewerId }, latest))
  },
  async byIds(reading, ids) {
    const { em, viewerId } = reading
    return syncedRows(reading, await em.find(PollVote, { userId: viewerId, postId: { $in: [...ids] } }))
  },
  certain: (window, held) => {
    // A full window may begin after the oldest votes that a device holds.
    const ids = new Set(held)
    const oldest = window.findLastIndex(({ value }) => ids.has(value._id))
    return window.length < VOTE_WINDOW ? window : window.slice(0, oldest + 1)
  },
}

async function syncedRows({ em, viewerId }: Reading, rows: readonly PollVote[]): Promise<SyncedRow[]> {
  const postIds = rows.map(({ postId }) => postId)
  const counts = await pollCountsOf(em, postIds, viewerId)
  return rows.map(({ postId, userId, options, createdAt }) => {
    const { votes: byOption = null, voters = null } = counts.get(postId) ?? {}
    const value: Vote = {
      ...{ _id: postId, userId, options, counts: byOption, voters },
      createdAt: createdAt.toISOString(),
    }
    return { space: spaceOfUser(userId), collection: 'votes', value }
  })
}

/** A vote, in the space of its author. */
export const recordVote = oneRow<PollVote>('votes', ({ postId, userId }) => ({
  space: spaceOfUser(userId),
  id: postId,
}))
