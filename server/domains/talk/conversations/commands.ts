import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { notBlockedFor } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { User } from '../../people/accounts/entity.ts'
import { requireOpenCreator } from '../../people/performers/review/require-open-creator.ts'
import { Conversation, ConversationMember } from './entity.ts'
import { pairRefusal } from './policy.ts'

/**
 * Opens the conversation of the actor and `recipientId`, or finds it; answers its id. `conversationId` is what
 * the device computed, if it did. Refusals: `not-found` for a user who is not there, `forbidden` for a pair that cannot
 * talk and for a creator who is not open to others, `invalid` for an id that is not this pair's.
 */
export async function openConversation(
  tx: Tx,
  { recipientId, conversationId }: { recipientId: string; conversationId?: string },
): Promise<{ id: string; created: boolean }> {
  const actor = requireActor(tx)
  const id = conversationIdOf(actor.userId, recipientId)
  if (conversationId !== undefined && conversationId !== id) {
    throw new Refusal('invalid', 'This conversation is not the one with this user.')
  }
  // Two devices that open the same pair at once: the second finds what the first made.
  await lock(tx, 'conversation', id)
  if (await tx.em.findOne(Conversation, { id })) return { id, created: false }

  const recipient = await pairToOpen(tx, actor.userId, recipientId)
  tx.em.create(Conversation, { id, createdAt: tx.now, updatedAt: tx.now })
  for (const userId of [actor.userId, recipient.id]) {
    tx.em.create(ConversationMember, { conversationId: id, userId, movedAt: tx.now, createdAt: tx.now })
  }
  await tx.em.flush()
  return { id, created: true }
}

/** Answers the recipient, once the two are known to be a pair that can talk, both open to others. */
async function pairToOpen(tx: Tx, actorId: string, recipientId: string): Promise<User> {
  // A share lock: a profile edit that runs right now either waits and then finds this conversation to refresh, or is
  // done and seen here.
  const users = await tx.em.find(
    User,
    { id: { $in: [actorId, recipientId] } },
    { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' } },
  )
  const actor = users.find(({ id }) => id === actorId)
  const recipient = users.find(({ id }) => id === recipientId)
  if (!actor || !recipient || !(await mayMeet(tx, actorId, recipientId))) {
    throw new Refusal('not-found', 'This user does not exist.')
  }
  const refusal = pairRefusal(actor, recipient)
  if (refusal !== null) throw new Refusal(actorId === recipientId ? 'invalid' : 'forbidden', refusal)
  await requireOpenCreator(tx.em, actorId)
  return recipient
}

/** The recipient is open to others, and neither of the two blocks the other or the country of the other. */
async function mayMeet(tx: Tx, actorId: string, recipientId: string): Promise<boolean> {
  const found = await tx.em.execute<object[]>(
    `select 1 from (select ?::uuid as id) r ${joinAccount('u', 'r.id')} ${joinAccount('a', '?::uuid')}
     where ${openToOthers('u')} and ${notBlockedFor('a.id', 'u.id')} and ${notBlockedFor('u.id', 'a.id')}`,
    [recipientId, actorId],
  )
  return found.length > 0
}
