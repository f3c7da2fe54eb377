import type { SqlEntityManager } from '@mikro-orm/postgresql'
// oxlint-disable-next-line vesper/borders -- until the holders of files are declared in manifests
import { ConversationMember } from '../../domains/conversations/entity.ts'
// oxlint-disable-next-line vesper/borders -- until the holders of files are declared in manifests
import { Message } from '../../domains/messages/entity.ts'
// oxlint-disable-next-line vesper/borders -- until the holders of files are declared in manifests
import { mayReadPost } from '../../domains/posts/viewer.ts'
import type { File } from './entity.ts'

/**
 * Whether a viewer may see a file: of a post whoever may read it; of a message its owner, until a message carries it, then
 * that conversation.
 */
export async function mayView(em: SqlEntityManager, file: File, viewerId: string): Promise<boolean> {
  if (file.purpose === 'post') return file.postId != null && mayReadPost(em, file.postId, viewerId)
  if (file.purpose !== 'message') return true
  if (file.messageId == null) return file.ownerId === viewerId
  const message = await em.findOne(Message, { id: file.messageId, isDeleted: false })
  if (!message) return false
  const { conversationId } = message
  return (await em.count(ConversationMember, { conversationId, userId: viewerId })) > 0
}
