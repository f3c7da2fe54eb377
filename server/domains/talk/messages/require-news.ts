import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { OWNED_ALREADY } from '@vesper/sync/vesper/records/message.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { LockedConversation } from '../conversations/lock-conversation.ts'
import { flushed } from './append-message.ts'
import { ownersOf } from './owners-of.ts'

/**
 * Refuses as `conflict` to sell a recipient files all of which that account has already: sent without a price, or bought in
 * any message, post, gallery, photo or video. The same bytes, uploaded again, are the same file.
 */
export async function requireNews(
  tx: Tx,
  { mine, theirs }: LockedConversation,
  fileIds: readonly string[],
): Promise<void> {
  // One of them may have been sent by the command before this one.
  await flushed(tx.em.flush())
  const { userId } = theirs
  if (!(await ownersOf(tx.em, { senderId: mine.userId, fileIds, userIds: [userId] })).has(userId)) return
  throw new Refusal('conflict', OWNED_ALREADY, [{ path: 'fileIds.0', message: OWNED_ALREADY }])
}
