import * as v from 'valibot'
import { COMMENT_TEXT_MAX, CommentObject } from '../records/comment.ts'
import { plainText } from '../records/visible-text.ts'
import { afterPlace, listQuery, uuid, visible, whole } from './fields.ts'

const EMPTY = 'Write something first.'

/** The text of a comment. It is shown as it is, in lines, and never as markup. */
export const CommentText = v.pipe(
  v.string(EMPTY),
  whole,
  v.transform(plainText),
  v.trim(),
  visible(EMPTY),
  v.maxLength(COMMENT_TEXT_MAX, 'A comment has at most 1,000 characters.'),
)

const commentId = v.pipe(uuid, v.toLowerCase())

/** `POST /comments`. `_id` is made by the author, so that a comment sent again is the same one. */
export const NewCommentBody = v.object({
  _id: v.optional(commentId),
  objectType: CommentObject,
  objectId: commentId,
  parentId: v.optional(v.nullable(commentId)),
  text: CommentText,
})

/** `PUT /comments/{id}`: another text, or a photo as the multipart `file`. */
export const CommentChange = v.object({ text: v.optional(CommentText) })

export const CommentParams = v.object({ id: commentId })

/** `GET /comments`: the comments on an object, or the answers to one of them. */
export const CommentQuery = v.object({
  ...v.omit(listQuery(['createdAt', 'likes']), ['q']).entries,
  ...afterPlace,
  objectType: CommentObject,
  objectId: commentId,
  parentId: v.optional(commentId),
})
