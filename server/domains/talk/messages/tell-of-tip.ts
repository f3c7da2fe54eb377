import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { ChargedTip } from '../../../infra/hooks.ts'
import { openConversation } from '../conversations/commands.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { appendMessage, flushed } from './append-message.ts'
import { announce } from './commands.ts'

/**
 * Writes a tip into the conversation of the fan and the creator, in the transaction of the tip: its tokens and its words. It
 * opens the conversation of a pair that has none; two who cannot talk, such as two creators, get no line, and the tip stands.
 */
export async function tellOfTip(tx: Tx, { id, fanId, performerId, tokens, message, item }: ChargedTip): Promise<void> {
  if (!(await haveConversation(tx, performerId))) return
  const locked = await lockConversation(tx, conversationIdOf(fanId, performerId))
  const text = [item ?? '', message].filter(Boolean).join(': ')
  const line = appendMessage(tx, { _id: id, text, tip: tokens }, locked)
  await flushed(tx.flush())
  announce(tx, { message: line, files: [] }, locked)
}

/** Opens the conversation of the actor and the recipient, or finds it; false for two who cannot talk. */
async function haveConversation(tx: Tx, recipientId: string): Promise<boolean> {
  try {
    await openConversation(tx, { recipientId })
    return true
  } catch (error) {
    // It is refused before anything is written.
    if (error instanceof Refusal) return false
    throw error
  }
}
