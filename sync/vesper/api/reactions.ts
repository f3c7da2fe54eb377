import * as v from 'valibot'
import { ReactionAction, ReactionObject } from '../records/reaction.ts'
import { namesFor } from '../records/things.ts'
import type { NameFor } from '../records/things.ts'
import { listQuery, uuid } from './fields.ts'

/** `POST` and `DELETE /reactions`: what is reacted to, and how. */
export const ReactionBody = v.object({
  objectId: v.pipe(uuid, v.toLowerCase()),
  objectType: ReactionObject,
  action: ReactionAction,
})

/** How it stands after the call. */
export const ReactionState = v.object({ ...ReactionBody.entries, on: v.boolean() })

/** A bookmark does not change: `updatedAt`, which every list takes, is when it was made. */
export const BookmarkQuery = v.omit(listQuery(['updatedAt', 'createdAt']), ['q'])

/** The types of bookmarks, as paths name them. */
export type BookmarkType = NameFor<'bookmark'>
export const bookmarkTypes = namesFor('bookmark')
export const BookmarkType = v.picklist(bookmarkTypes, `Use one of these: ${bookmarkTypes.join(', ')}`)
