import * as v from 'valibot'
import { Participant } from '../records/conversation.ts'
import { listOf, listQuery, uuid } from './fields.ts'

/** A follow does not change: `updatedAt`, which every list takes, is when it was made. */
export const FollowQuery = listQuery(['updatedAt', 'createdAt', 'name'])

/** `POST` and `DELETE /follows/{id}`: how it stands after the call. */
export const FollowState = v.object({ _id: uuid, following: v.boolean() })

/** An account that follows a creator, and since when. */
export const Follower = v.object({ ...Participant.entries, followedAt: v.string() })

/** A creator that is followed; `isActive` is false when the account is gone. */
export const Followed = v.object({ ...Follower.entries, isActive: v.boolean() })

export const FollowerList = listOf(Follower)
export const FollowedList = listOf(Followed)

export type Follower = v.InferOutput<typeof Follower>
export type Followed = v.InferOutput<typeof Followed>
