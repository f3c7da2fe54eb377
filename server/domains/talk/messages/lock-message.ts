import assert from 'node:assert/strict'
import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import type { LockedConversation } from '../conversations/lock-conversation.ts'
import { Message } from './entity.ts'

/**
 * Locks a message and its conversation, of which the actor is a member: a purchase of the message comes before or after.
 * Refuses as `not-found` what is not there, and what is in a conversation of others.
 */
export async function lockMessage(
  tx: Tx,
  { _id, conversationId }: { _id: string; conversationId?: string },
): Promise<{ message: Message; members: LockedConversation }> {
  const place = await tx.em.findOne(Message, { id: _id }, { fields: ['conversationId'], disableIdentityMap: true })
  if (!place || (conversationId !== undefined && place.conversationId !== conversationId.toLowerCase()))
    throw noMessage()
  const members = await lockMembers(tx, place.conversationId)
  const message = await tx.em.findOne(Message, { id: _id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  assert(message, 'messages are never removed')
  return { message, members }
}

/** A stranger learns of the message as little as of its conversation. */
async function lockMembers(tx: Tx, conversationId: string): Promise<LockedConversation> {
  try {
    return await lockConversation(tx, conversationId)
  } catch (error) {
    throw error instanceof Refusal ? noMessage() : error
  }
}

function noMessage(): Refusal {
  return new Refusal('not-found', 'This message does not exist.')
}
