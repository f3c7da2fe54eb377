import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { lockConversation } from './lock-conversation.ts'

/** Lets messages of the other that go to many through to the actor, or keeps them out. Refuses as `not-found`. */
export async function muteMany(tx: Tx, args: ArgsOf<'conversation.mute-many'>): Promise<void> {
  const { mine } = await lockConversation(tx, args.conversationId)
  mine.mutesMany = args.isMuted
  await tx.em.flush()
}
