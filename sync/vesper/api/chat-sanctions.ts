import * as v from 'valibot'
import { Participant } from '../records/conversation.ts'
import { listOf, listQuery } from './fields.ts'

/** Somebody who may not write in the chats of a creator now. `until`: the end of a timeout, null for a ban. */
export const ChatSanction = v.object({
  /** The id of the account. */
  _id: v.string(),
  user: Participant,
  kind: v.picklist(['ban', 'timeout']),
  until: v.nullable(v.string()),
  createdAt: v.string(),
})

/** `GET /conversations/stream/{id}/banned`: for the creator of the stream and the moderators, the latest first. */
export const ChatSanctionQuery = v.omit(listQuery(['createdAt']), ['q'])
export const ChatSanctionList = listOf(ChatSanction)

export type ChatSanction = v.InferOutput<typeof ChatSanction>
