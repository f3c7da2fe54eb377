import * as v from 'valibot'
import { Participant } from './conversation.ts'
import { FileRecord } from './file.ts'
import { kindsWith } from './things.ts'

export const COMMENT_TEXT_MAX = 1000

/** A device begins with the newest comments of its account. */
export const OWN_COMMENTS_WINDOW = 200

/** The kinds of things that are commented on; `feed` is a post. */
export const commentObjects = kindsWith('comment')
export const CommentObject = v.picklist(commentObjects, 'This cannot be commented on.')

export type CommentObject = v.InferOutput<typeof CommentObject>

const id = v.pipe(v.string(), v.uuid())

const fields = {
  _id: id,
  objectType: CommentObject,
  objectId: id,
  /** The comment that this one answers. An answer has no answers of its own. */
  parentId: v.nullable(id),
  text: v.string(),
  /** The creators among those whom the text names with `@`, by their usernames. */
  mentions: v.array(v.string()),
  file: v.nullable(FileRecord),
  createdAt: v.string(),
  editedAt: v.nullable(v.string()),
}

/** A comment as a reader sees it. One that is gone keeps its place while it has answers, without text and author. */
export const Comment = v.object({
  ...fields,
  author: v.nullable(Participant),
  /** Likes of others than the viewer: a device adds the viewer's own like, which it knows better. */
  likes: v.number(),
  /** Answers that a reader sees. */
  replies: v.number(),
  isDeleted: v.boolean(),
})

/**
 * A comment on the devices of its author. One that is gone is not among them; one with `isHidden` staff hide
 * from all others.
 */
export const OwnComment = v.object({ ...fields, authorId: id, isHidden: v.optional(v.literal(true)) })

export type Comment = v.InferOutput<typeof Comment>
export type OwnComment = v.InferOutput<typeof OwnComment>
