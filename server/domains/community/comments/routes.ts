import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { CommentChange, CommentParams, CommentQuery, NewCommentBody } from '@vesper/sync/vesper/api/comments.ts'
import { Done, placedListOf } from '@vesper/sync/vesper/api/fields.ts'
import { Comment as CommentRecord } from '@vesper/sync/vesper/records/comment.ts'
import { v7 } from 'uuid'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { keepUpload } from '../../../infra/files/uploads/keep-upload.ts'
import { takes, uploadSpec } from '../../../infra/files/uploads/purposes.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { addComment, editComment, removeComment } from './commands.ts'
import { requireReadable } from './commented-object.ts'
import type { Comment } from './entity.ts'
import { commentPage } from './queries.ts'
import { commentViews } from './views.ts'

const tag = 'Comments'
const writes: Limit[] = [{ points: 30, seconds: 60, by: 'account' }]
const photo = { ...takes('comment-photo'), required: false }

export const commentRoutes: Route[] = [
  route({
    ...{ method: 'POST', path: '/comments', who: 'user', limits: writes, tag },
    summary:
      'Comment on a post, a gallery, a photo, a video or a product, or answer a comment; the same _id again is the same, and a photo that was uploaded under it goes along',
    body: NewCommentBody,
    answer: CommentRecord,
    status: 201,
    async handle({ app, actor, body: { _id = v7(), parentId = null, ...body }, foundAgain }) {
      const { comment, isNew } = await transact(app, actor, (tx) => addComment(tx, { ...body, _id, parentId }))
      if (!isNew) foundAgain()
      return viewOf(app, actor, comment)
    },
  }),
  route({
    ...{ method: 'PUT', path: '/comments/{id}', who: 'user', limits: writes, tag },
    summary: 'Change the text of an own comment, or give it a photo',
    params: CommentParams,
    body: CommentChange,
    files: uploadSpec({ file: photo }),
    answer: CommentRecord,
    async handle({ app, actor, params: { id: _id }, body: { text }, files: [file] }) {
      if (!file && text === undefined) throw new Refusal('invalid', 'Write something first.')
      // A photo that nobody may take is not kept.
      if (file) await transact(app, actor, (tx) => editComment(tx, { _id }))
      const kept =
        file && (await keepUpload(app, actor, { fileId: v7(), path: file.path, size: file.size, takes: photo }))
      return viewOf(app, actor, await transact(app, actor, (tx) => editComment(tx, { _id, text, fileId: kept?.id })))
    },
  }),
  route({
    ...{ method: 'GET', path: '/comments', who: 'any', tag },
    summary: 'The comments on something that is open to the viewer, or the answers to one of them',
    query: CommentQuery,
    answer: placedListOf(CommentRecord),
    async handle({ app, viewer, query }) {
      const em = app.orm.em.fork()
      await requireReadable({ app, em }, { ...viewer, now: app.clock() }, query)
      const { listed, ...page } = await commentPage(em, query, viewer.userId)
      return { data: await commentViews(app, em, { listed, viewerId: viewer.userId }), ...page }
    },
  }),
  route({
    ...{
      method: 'DELETE',
      path: '/comments/{id}',
      who: 'user',
      limits: [{ points: 60, seconds: 60, by: 'account' }],
      tag,
    },
    summary: 'Delete an own comment, or one below something of one’s own; its answers stay',
    params: CommentParams,
    answer: Done,
    async handle({ app, actor, params: { id: _id } }) {
      await transact(app, actor, (tx) => removeComment(tx, { _id }))
      return { success: true } as const
    },
  }),
]

/** A comment for its author. */
async function viewOf(app: App, { userId: viewerId }: Actor, { id, status }: Comment) {
  const listed = [{ id, isSeen: status === 'visible', replies: 0 }]
  const [view] = await commentViews(app, app.orm.em.fork(), { listed, viewerId })
  if (!view) throw new Refusal('not-found', 'This comment is gone.')
  return view
}
