import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { CommentText } from '../api/comments.ts'
import { uuid } from '../api/fields.ts'
import { CommentObject } from '../records/comment.ts'
import type { OwnComment } from '../records/comment.ts'

const id = v.pipe(uuid, v.toLowerCase())

/** A photo that is attached under `_id` goes along with the comment. */
export const AddCommentArgs = v.object({
  ...{ _id: id, objectType: CommentObject, objectId: id, parentId: v.nullable(id), text: CommentText },
})

const EditCommentArgs = v.object({ _id: id, objectId: id, text: CommentText })

const RemoveCommentArgs = v.object({ _id: id, objectId: id })

export type AddCommentArgs = v.InferOutput<typeof AddCommentArgs>

/** The lane of what an account writes below one thing: an answer follows what it answers. */
export function commentLane(objectId: string): string {
  return `comments:${objectId}`
}

/** Appended by the author's id; the order is the server's. */
export const addComment: Mutation<AddCommentArgs> = {
  name: 'comment.add',
  class: 'queue',
  args: AddCommentArgs,
  lane: ({ objectId }) => commentLane(objectId),
  // The photo of a comment has the id of its comment.
  files: ({ _id }) => [_id],
  async optimistic(tx, args, { account, queuedAt }) {
    if (await tx.get('own-comments', args._id)) return
    const comment: OwnComment = {
      ...{ ...args, authorId: account, mentions: [], file: null },
      ...{ createdAt: queuedAt, editedAt: null },
    }
    await tx.put('own-comments', comment)
  },
}

/** The last edit to arrive stands. */
export const editComment: Mutation<v.InferOutput<typeof EditCommentArgs>> = {
  name: 'comment.edit',
  class: 'queue',
  args: EditCommentArgs,
  lane: ({ objectId }) => commentLane(objectId),
  fold: (previous, next) => (previous._id === next._id ? next : null),
  async optimistic(tx, { _id, text }, { queuedAt }) {
    const comment = (await tx.get('own-comments', _id)) as OwnComment | undefined
    if (comment && comment.text !== text) await tx.put('own-comments', { ...comment, text, editedAt: queuedAt })
  },
}

/** Removes an own comment, or one below an own thing. A removal wins. */
export const removeComment: Mutation<v.InferOutput<typeof RemoveCommentArgs>> = {
  name: 'comment.remove',
  class: 'queue',
  args: RemoveCommentArgs,
  lane: ({ objectId }) => commentLane(objectId),
  optimistic: (tx, { _id }) => tx.delete('own-comments', _id),
}
