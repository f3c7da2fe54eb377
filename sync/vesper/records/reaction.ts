import { v5 } from 'uuid'
import * as v from 'valibot'
import { kindsWith } from './things.ts'

const NAMESPACE = '8c3c9d64-5d0b-4a0e-8c62-6a3f5d2b9a17'

/** The kinds of objects that can be liked or bookmarked; `feed` is a post. */
export const reactionObjects = kindsWith('bookmark', 'like')
export const ReactionObject = v.picklist(reactionObjects)
export const ReactionAction = v.picklist(['like', 'bookmark'])

/** An account likes something, or bookmarks it. */
export const Reaction = v.object({
  /** See `reactionIdOf`. */
  _id: v.pipe(v.string(), v.uuid()),
  userId: v.pipe(v.string(), v.uuid()),
  objectId: v.pipe(v.string(), v.uuid()),
  objectType: ReactionObject,
  action: ReactionAction,
  createdAt: v.string(),
})

export type Reaction = v.InferOutput<typeof Reaction>

/** The id of an account's reaction: the same on every device and on the server, so that one made twice is one. */
export function reactionIdOf({ objectType, objectId, action }: Pick<Reaction, 'objectType' | 'objectId' | 'action'>) {
  return v5([objectType, objectId.toLowerCase(), action].join(':'), NAMESPACE)
}
