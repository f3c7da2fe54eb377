import { LockMode } from '@mikro-orm/postgresql'
import { MESSAGE_DELETED_TEXT } from '@vesper/sync/vesper/records/message.ts'
import { nothingToHide } from '../../../content/hidden-by-staff.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { ConversationMember } from '../conversations/entity.ts'
import { Message } from './entity.ts'
import { countUnseen } from './queries.ts'

/** Hides a message from its recipient, or shows it again. Gives the state before; null where nothing changed. */
export async function hideMessage(tx: Tx, id: string, isHidden: boolean): Promise<'shown' | 'hidden' | null> {
  const place = await tx.em.findOne(Message, { id }, { fields: ['conversationId'], disableIdentityMap: true })
  if (!place) throw nothingToHide()
  const { conversationId } = place
  // All that count unread messages hold this lock.
  await tx.em.execute('select from conversation where id = ? for update', [conversationId])
  const message = await tx.em.findOneOrFail(Message, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (message.isDeleted) throw nothingToHide()
  if (message.isHidden === isHidden) return null
  Object.assign(message, { isHidden, updatedAt: tx.now })
  await tx.em.flush()
  const recipient = { conversationId, userId: { $ne: message.senderId } }
  const theirs = await tx.em.findOne(ConversationMember, recipient, { refresh: true })
  if (theirs) theirs.unseen = await countUnseen(tx.em, theirs)
  await tx.em.flush()
  if (isHidden && theirs) {
    const event = { _id: id, conversationId, text: MESSAGE_DELETED_TEXT }
    tx.afterCommit(() => tx.app.live.toMember({ conversationId, userId: theirs.userId }, 'message:deleted', event))
  }
  return isHidden ? 'shown' : 'hidden'
}
