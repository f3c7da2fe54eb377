import * as v from 'valibot'
import { Conversation } from '../records/conversation.ts'
import { listOf, listQuery, uuid } from './fields.ts'

export const ConversationQuery = listQuery(['updatedAt', 'createdAt'])
export const ConversationList = listOf(Conversation)

/** `POST /conversations`: `sourceId` is the other user; the same pair gets the same conversation. */
export const OpenConversation = v.object({
  source: v.optional(v.picklist(['user', 'performer']), 'performer'),
  sourceId: uuid,
})
