import { commentObjects } from '@vesper/sync/vesper/records/comment.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import type { PageRoom } from '../../infra/live/page-rooms.ts'
import { commentedObject } from './commented-object.ts'
import type { Comment } from './entity.ts'
import { seenComment } from './queries.ts'
import { commentViews, placeOf } from './views.ts'

/** Pages that show the comments on a thing: those of accounts to whom it is open. */
export const commentRooms: PageRoom[] = commentObjects.map((type) => ({
  type,
  async mayJoin(em, { id: objectId, userId, now }) {
    return (await commentedObject(em, { userId, now }, { objectType: type, objectId }))?.access === 'open'
  },
}))

/** Tells open pages of a comment as it stands after the commit. One that readers do not see by then is told of no more. */
export function announceComment(
  tx: Tx,
  event: 'comment:created' | 'comment:edited',
  { id, objectType, objectId }: Comment,
): void {
  tx.afterCommit(async () => {
    const em = tx.app.orm.em.fork()
    const listed = await seenComment(em, id)
    // Likes are told whole: an open page knows its own.
    const [view] = listed ? await commentViews(tx.app, em, { listed: [listed], viewerId: null }) : []
    if (!view) return
    const { file, ...told } = view
    tx.app.live.toPage({ type: objectType, id: objectId }, event, { ...told, hasFile: file !== null })
  })
}

/** Tells open pages that a comment is gone. */
export function announceRemoval(tx: Tx, comment: Comment): void {
  const place = placeOf(comment)
  const { objectType: type, objectId: id } = comment
  tx.afterCommit(() => tx.app.live.toPage({ type, id }, 'comment:deleted', place))
}
