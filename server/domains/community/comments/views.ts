import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { CommentPlace } from '@vesper/sync/vesper/live-events.ts'
import type { Comment as CommentRecord, OwnComment } from '@vesper/sync/vesper/records/comment.ts'
import type { App } from '../../../app.ts'
import { filesOf } from '../../../content/attachments.ts'
import { totalsOf } from '../../../content/content-total.ts'
import { plainById } from '../../../infra/database/plain-rows.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { fileView } from '../../../infra/files/views.ts'
import { User } from '../../people/accounts/entity.ts'
import { participantView } from '../../people/accounts/views.ts'
import { Comment } from './entity.ts'
import type { ListedComment } from './queries.ts'

type Signer = Pick<App, 'secret' | 'clock'>

/** The name of a comment, and its place. */
export function placeOf({ id, objectType, objectId, parentId }: Comment): CommentPlace {
  return { _id: id, objectType, objectId, parentId: parentId ?? null }
}

/** Comments for one viewer, in their order. */
export async function commentViews(
  app: Signer,
  em: SqlEntityManager,
  { listed, viewerId }: { listed: readonly ListedComment[]; viewerId: string | null },
): Promise<CommentRecord[]> {
  const ids = listed.map(({ id }) => id)
  const comments = await plainById(em, Comment, ids)
  const authors = await plainById(
    em,
    User,
    [...comments.values()].map(({ authorId }) => authorId),
  )
  const files = await filesOf(em, 'comment', ids)
  const objects = ids.map((id) => ({ objectType: 'comment' as const, id }))
  const totals = await totalsOf(em, objects, viewerId)
  return listed.flatMap(({ id, isSeen, replies }) => {
    const comment = comments.get(id)
    const author = authors.get(comment?.authorId ?? '')
    if (!comment) return []
    if (!isSeen || !author) return { ...goneView(comment), replies }
    const file = files.get(id)?.file?.[0]
    return {
      ...contentOf(app, comment, { file, viewerId }),
      ...{ author: participantView(author), likes: totals.get(id)?.likes ?? 0, replies, isDeleted: false },
    }
  })
}

/** A comment for the devices of its author. */
export function ownCommentView(app: Signer, comment: Comment, file: FileRow | undefined): OwnComment {
  const { authorId } = comment
  const isHidden = comment.status === 'hidden'
  return { ...contentOf(app, comment, { file, viewerId: authorId }), authorId, ...(isHidden && { isHidden }) }
}

function contentOf(
  app: Signer,
  comment: Comment,
  { file, viewerId }: { file: FileRow | undefined; viewerId: string | null },
) {
  const { text, mentions, createdAt, editedAt } = comment
  return {
    ...placeOf(comment),
    ...{ text, mentions, file: file ? fileView(app, file, viewerId) : null },
    ...{ createdAt: createdAt.toISOString(), editedAt: editedAt?.toISOString() ?? null },
  }
}

/** The place of a comment that readers no longer see. */
function goneView(comment: Comment) {
  return {
    ...placeOf(comment),
    ...{ text: '', mentions: [], file: null, createdAt: comment.createdAt.toISOString(), editedAt: null },
    ...{ author: null, likes: 0, isDeleted: true },
  }
}
