import { performersOf, spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { POST_WINDOW } from '@vesper/sync/vesper/records/windows.ts'
import { File } from '../../../infra/files/entity.ts'
import { rowsHolding } from '../../../infra/files/file-sql.ts'
import { derivedRows, oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import type { Post } from './entity.ts'
import { loadPostRelations } from './load-post-relations.ts'
import { newestPosts, postsById, unpublishedOfOthers } from './queries.ts'
import { postView } from './views.ts'

/** The posts of the creators whose space the viewer has. */
export const posts: SyncedCollection<'posts'> = {
  name: 'posts',
  async window(reading, spaces) {
    const { em, about, viewerId } = reading
    const performerIds = performersOf(spaces)
    const newest = await newestPosts(em, performerIds, { count: POST_WINDOW, viewerId })
    const known = new Set(newest.map(({ id }) => id))
    const named = performerIds.length === 0 ? [] : [...about.rows].filter((id) => !known.has(id))
    const published = (await postsById(em, named)).filter((post) => performerIds.includes(post.performerId))
    return views(reading, [...published, ...newest])
  },
  byIds: async (reading, ids) => views(reading, await postsById(reading.em, ids)),
  neverSeen: ({ em, viewerId }, ids) => unpublishedOfOthers(em, ids, viewerId),
  certain: newestPlaces,
}

/** The newest places of each feed, tombstones included, and what has no place yet: as posts go, the window reaches further back. */
function newestPlaces(window: readonly SyncedRow[]): SyncedRow[] {
  return [...Map.groupBy(window, ({ space }) => space).values()].flatMap((feed) => {
    const last = Math.max(...feed.map(seqOf))
    return feed.filter((row) => seqOf(row) === 0 || seqOf(row) > last - POST_WINDOW)
  })
}

function seqOf({ value }: SyncedRow): number {
  return Number(value['seq'])
}

async function views({ app, em, viewerId }: Reading, rows: readonly Post[]): Promise<SyncedRow[]> {
  return (await loadPostRelations(em, rows, { userId: viewerId, now: app.clock() })).flatMap((parts) => {
    const value = postView(app, parts)
    return value ? { space: spaceOfPerformer(value.performerId), collection: 'posts', value } : []
  })
}

/** A post, in the channel of its creator. */
export const recordPost = oneRow<Post>('posts', ({ id, performerId }) => ({
  space: spaceOfPerformer(performerId),
  id,
}))

/** A post shows its files. */
export const postsThatShowFiles = derivedRows({
  ...{ shows: File, collection: 'posts', space: "'p:' || p.performer_id", id: 'p.id' },
  from: rowsHolding('post p', { type: 'post', id: 'p.id' }),
})
