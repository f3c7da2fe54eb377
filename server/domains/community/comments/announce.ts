import type { ChangedComments } from '@vesper/sync/vesper/live-events.ts'
import { commentObjects } from '@vesper/sync/vesper/records/comment.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { OpenPage, PageRoom } from '../../../infra/live/page-rooms.ts'
import { commentedObject } from './commented-object.ts'
import type { Comment } from './entity.ts'
import { seenComment } from './queries.ts'
import { commentViews, placeOf } from './views.ts'

/** Pages that show the comments on a thing: those of accounts to whom it is open. */
export const commentRooms: PageRoom[] = commentObjects.map((type) => ({
  type,
  async mayJoin(source, { id: objectId, userId, now }) {
    return (await commentedObject(source, { userId, now }, { objectType: type, objectId }))?.access === 'open'
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

/** The latest comments of one person are told of. Open pages of older ones are behind until they are read again. */
const TOLD_MAX = 500

/** Tells open pages that a creator blocks a person, whose comments readers see no more, or blocks that person no more. */
export function announceBlock(
  tx: Tx,
  { performerId, userId, isBlocked }: { performerId: string; userId: string; isBlocked: boolean },
): void {
  tx.afterCommit(async () => {
    const pages = await tx.app.orm.em.fork().execute<(OpenPage & { commentIds: string[] })[]>(
      `select object_type as type, object_id as id, array_agg(id) as "commentIds" from (
         select id, object_id, object_type from comment
         where author_id = ? and performer_id = ? and status = 'visible' order by created_at desc limit ?
       ) c group by object_type, object_id`,
      [userId, performerId, TOLD_MAX],
    )
    for (const page of pages) {
      tx.app.live.toPage(page, 'comments:changed', { ...page, areGone: isBlocked } as ChangedComments)
    }
  })
}

/** Tells open pages that a comment is gone. */
export function announceRemoval(tx: Tx, comment: Comment): void {
  const place = placeOf(comment)
  const { objectType: type, objectId: id } = comment
  tx.afterCommit(() => tx.app.live.toPage({ type, id }, 'comment:deleted', place))
}
