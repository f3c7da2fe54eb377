import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { requireOpenCreator } from '../../people/performers/review/require-open-creator.ts'
import type { LockedConversation } from './lock-conversation.ts'
import { canSendTo } from './policy.ts'

/** Refuses as `forbidden` to say something in a conversation, or to say it otherwise, while either member is closed. */
export async function requireOpenPair(tx: Tx, { mine, sender, recipient }: LockedConversation): Promise<void> {
  if (!canSendTo(recipient)) {
    throw new Refusal('forbidden', "This account can't receive messages now. You can still read this conversation.")
  }
  if (!sender.isOpen) await requireOpenCreator(tx.em, mine.userId)
}
