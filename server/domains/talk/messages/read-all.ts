import type { Tx } from '../../../infra/database/transaction.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { countUnseen } from './queries.ts'

/**
 * Reads the conversation up to `seq`, by default to its end. The furthest position wins, so a late or repeated
 * call changes nothing. Answers how far the actor has read.
 */
export async function readAll(
  tx: Tx,
  { conversationId, seq }: { conversationId: string; seq?: number | undefined },
): Promise<{ readSeq: number }> {
  const { conversation, mine } = await lockConversation(tx, conversationId)
  const readSeq = Math.min(seq ?? conversation.lastSeq, conversation.lastSeq)
  if (readSeq <= mine.readSeq) return { readSeq: mine.readSeq }

  mine.readSeq = readSeq
  mine.unseen = readSeq === conversation.lastSeq ? 0 : await countUnseen(tx.em, mine)
  const event = { conversationId: conversation.id, userId: mine.userId, seq: readSeq }
  tx.afterCommit(() => tx.app.live.toConversation(conversation.id, 'conversation:read', event))
  return { readSeq }
}
