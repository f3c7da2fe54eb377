import { OWN_COMMENTS_WINDOW } from '@vesper/sync/vesper/records/comment.ts'
import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { filesOf } from '../../../content/attachments.ts'
import { File } from '../../../infra/files/entity.ts'
import { derivedRows, oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Comment } from './entity.ts'
import { ownCommentView } from './views.ts'

/** Comments that the devices of their author hold. */
const HELD = { status: { $ne: 'deleted' } } as const

/** The newest comments that the viewer has written. */
export const ownComments: SyncedCollection<'own-comments'> = {
  name: 'own-comments',
  async window(reading, spaces) {
    const { em, viewerId } = reading
    if (!spaces.includes(spaceOfUser(viewerId))) return []
    const newest = { orderBy: { createdAt: 'desc', id: 'desc' }, limit: OWN_COMMENTS_WINDOW } as const
    return syncedRows(reading, await em.find(Comment, { authorId: viewerId, ...HELD }, newest))
  },
  async byIds(reading, ids) {
    const { em, viewerId } = reading
    return syncedRows(reading, await em.find(Comment, { authorId: viewerId, ...HELD, id: { $in: [...ids] } }))
  },
  // A full window reaches further back as newer ones go: a device has none older than its oldest.
  certain(window, held) {
    const ids = new Set(held)
    const oldest = window.findLastIndex(({ value }) => ids.has(value._id))
    return window.length < OWN_COMMENTS_WINDOW ? window : window.slice(0, oldest + 1)
  },
}

async function syncedRows({ app, em, viewerId }: Reading, comments: readonly Comment[]): Promise<SyncedRow[]> {
  const files = await filesOf(
    em,
    'comment',
    comments.map(({ id }) => id),
  )
  return comments.map((comment) => ({
    ...{ space: spaceOfUser(viewerId), collection: 'own-comments' as const },
    value: ownCommentView(app, comment, files.get(comment.id)?.file?.[0]),
  }))
}

/** A comment, in the space of its author. */
export const recordComment = oneRow<Comment>('own-comments', ({ id, authorId, status }) => ({
  ...{ space: spaceOfUser(authorId), id },
  ...(status === 'deleted' && { deleted: true }),
}))

/** A comment shows its photo. */
export const commentsThatShowFiles = derivedRows({
  ...{ shows: File, collection: 'own-comments', space: "'u:' || c.author_id", id: 'c.id' },
  from: `attachment a join comment c on c.id = a.holder_id
    where a.holder_type = 'comment' and a.file_id = any(?::uuid[])`,
})
