import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { v7 } from 'uuid'
import type { App } from '../app.ts'
import type { User } from '../domains/people/accounts/entity.ts'
import { openConversation } from '../domains/talk/conversations/commands.ts'
import { Conversation, ConversationMember } from '../domains/talk/conversations/entity.ts'
import { Message } from '../domains/talk/messages/entity.ts'
import { transact } from '../infra/database/transaction.ts'
import type { Tx } from '../infra/database/transaction.ts'
import { readDialogue } from './dialogue.ts'
import type { Line } from './dialogue.ts'
import { actingAs, must } from './find-demo-rows.ts'
import type { DemoConversation } from './small/people.ts'

/**
 * Opens a conversation and fills it in one transaction, past `sendMessage`: that one gives every message the present
 * time, and these lie in the past. The invariants of that command (`seq` without gaps, `unseen`, `readSeq`) hold here
 * too.
 */
export async function seedConversation(
  app: App,
  { fan, creator, days, unread }: DemoConversation,
  accounts: ReadonlyMap<string, User>,
): Promise<void> {
  const members = { fan: must(accounts.get(fan)), creator: must(accounts.get(creator)) }
  const id = conversationIdOf(members.fan.id, members.creator.id)
  if (await app.orm.em.fork().count(Conversation, { id, lastSeq: { $gt: 0 } })) return
  const lines = await readDialogue(`${fan}-${creator}`, { end: app.clock(), days })
  await transact(app, actingAs(members.fan), async (tx) => {
    await openConversation(tx, { recipientId: members.creator.id, conversationId: id })
    const last = writeMessages(tx, { id, lines, members })
    const conversation = await tx.em.findOneOrFail(Conversation, { id })
    const createdAt = must(lines[0]).at
    tx.em.assign(conversation, { createdAt, updatedAt: last.createdAt, lastSeq: last.seq, lastMessageId: last.id })
    for (const side of ['fan', 'creator'] as const) {
      const member = await tx.em.findOneOrFail(ConversationMember, { conversationId: id, userId: members[side].id })
      const readSeq = lines.length - unread[side]
      const unseen = lines.slice(readSeq).filter(({ from }) => from !== side).length
      // Unread messages have arrived: their sender sees that.
      tx.em.assign(member, { readSeq, unseen, deliveredSeq: lines.length, movedAt: last.createdAt, createdAt })
    }
  })
}

function writeMessages(
  tx: Tx,
  { id, lines, members }: { id: string; lines: readonly Line[]; members: Record<Line['from'], User> },
): Message {
  const messages = lines.map(({ from, text, at }, index) =>
    tx.em.create(Message, {
      id: v7({ msecs: at.getTime() }),
      conversationId: id,
      seq: index + 1,
      senderId: members[from].id,
      text,
      createdAt: at,
      updatedAt: at,
    }),
  )
  return must(messages.at(-1))
}
