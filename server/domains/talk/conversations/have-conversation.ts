import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { openConversation } from './commands.ts'

/** Opens the conversation of the actor and the recipient, or finds it; false for two who cannot talk. */
export async function haveConversation(tx: Tx, recipientId: string): Promise<boolean> {
  try {
    await openConversation(tx, { recipientId })
    return true
  } catch (error) {
    // It is refused before anything is written.
    if (error instanceof Refusal) return false
    throw error
  }
}
