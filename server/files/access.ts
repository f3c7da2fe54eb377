import type { EntityManager } from '@mikro-orm/postgresql'
import { ConversationMember } from '../conversations/entity.ts'
import { Message } from '../messages/entity.ts'
import type { File } from './entity.ts'

/** Whether a viewer may see a message's file: while no message carries it its owner, then that conversation. */
export async function mayView(em: EntityManager, file: File, viewerId: string): Promise<boolean> {
  if (file.purpose !== 'message') return true
  if (file.messageId == null) return file.ownerId === viewerId
  const message = await em.findOne(Message, { id: file.messageId, isDeleted: false })
  if (!message) return false
  const { conversationId } = message
  return (await em.count(ConversationMember, { conversationId, userId: viewerId })) > 0
}
