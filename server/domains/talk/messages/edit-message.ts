import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { hasContent, MESSAGE_EDIT_MS, NOTHING_TO_SEND } from '@vesper/sync/vesper/records/message.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { requireOpenPair } from '../conversations/require-open-pair.ts'
import { isBought } from './access.ts'
import { filesOfMessage } from './attachments.ts'
import type { Message } from './entity.ts'
import { lockMessage } from './lock-message.ts'

/**
 * Changes the words of a message within 15 minutes after the server got it, by the server's clock. A deleted message stays
 * as it is, and so does one that says this already. Refusals: `not-found`; `forbidden` for whoever did not send it, and
 * where a new message would be refused; `invalid` where nothing would be left; `conflict` for a message that is too old, was
 * bought, or is hidden by staff.
 */
export async function editMessage(
  tx: Tx,
  { _id, conversationId, text }: { _id: string; conversationId: string; text: string },
): Promise<void> {
  const actor = requireActor(tx)
  const { message, members } = await lockMessage(tx, { _id, conversationId })
  if (message.senderId !== actor.userId) throw new Refusal('forbidden', 'You can edit only your own messages.')
  if (message.isDeleted || message.text === text) return
  await requireEditable(tx, message)
  await requireOpenPair(tx, members)
  await requireUnrestricted(tx, actor.userId, 'message')
  const files = await filesOfMessage(tx.em, message)
  if (!hasContent({ text, fileIds: files.map(({ id }) => id) })) throw new Refusal('invalid', NOTHING_TO_SEND)
  Object.assign(message, { text, editedAt: tx.now, updatedAt: tx.now })
  await tx.em.flush()
}

async function requireEditable(tx: Tx, message: Message): Promise<void> {
  const { id, createdAt, price, isHidden, tip, broadcastId } = message
  if (tip > 0) throw new Refusal('conflict', 'A tip stays as it is.')
  if (broadcastId !== null) throw new Refusal('conflict', 'A message to many stays as it was sent.')
  if (isHidden) throw new Refusal('conflict', 'This message was hidden by staff. It stays as it is.')
  if (tx.now.getTime() - createdAt.getTime() > MESSAGE_EDIT_MS) {
    throw new Refusal('conflict', 'A message can be edited for 15 minutes. This one stays as it was sent.')
  }
  if (price > 0 && (await isBought(tx.em, id))) {
    throw new Refusal('conflict', 'This message was bought. It stays as it is.')
  }
}
