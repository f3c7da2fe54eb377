import { LockMode } from '@mikro-orm/postgresql'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { notBlockedFor } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { lockKey } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { User } from '../../people/accounts/entity.ts'
import { Conversation, ConversationMember } from './entity.ts'
import { CONVERSATION, lockedRows, MEMBERS } from './lock-conversation.ts'
import type { LockedConversation, MemberRow } from './lock-conversation.ts'

/**
 * The conversations of the acting creator with these fans under their locks, by fan, in six statements for all of them. A
 * pair that has none gets one with the flush that follows. Two who cannot talk are left out.
 */
export async function lockWithMany(tx: Tx, fanIds: readonly string[]): Promise<Map<string, LockedConversation>> {
  const { userId } = requireActor(tx)
  const fans = new Map(fanIds.map((fanId) => [conversationIdOf(userId, fanId), fanId]))
  // In one order, so that no two transactions wait for each other.
  const ids = [...fans.keys()].toSorted()
  await tx.em.execute('select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(?::text[]) as key', [
    `{${ids.map((id) => lockKey('conversation', id)).join()}}`,
  ])
  const list = `{${ids.join()}}`
  const conversations = await tx.em.execute<{ id: string }[]>(
    `select ${CONVERSATION} from conversation where id = any(?::uuid[]) order by id for update`,
    [list],
  )
  // Read after the locks are held: the changes of those who held them before are in it.
  const members = await tx.em.execute<MemberRow[]>(`${MEMBERS} where m.conversation_id = any(?::uuid[])`, [list])
  const byConversation = Map.groupBy(members, ({ conversation_id }) => conversation_id)
  const held = new Map<string, LockedConversation>()
  for (const conversation of conversations) {
    const { id } = conversation
    const rows = lockedRows(tx, { conversation, members: byConversation.get(id) ?? [], userId })
    if (rows) held.set(fans.get(id) ?? '', rows)
  }
  const without = fanIds.filter((fanId) => !held.has(fanId))
  for (const fanId of await whomToMeet(tx, without)) held.set(fanId, begin(tx, userId, fanId))
  return held
}

/** Fans who are open, and no block stands between them and the actor. A profile that is being edited is waited for. */
async function whomToMeet(tx: Tx, fanIds: readonly string[]): Promise<string[]> {
  if (fanIds.length === 0) return []
  const { userId } = requireActor(tx)
  const locked = { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' }, fields: ['id'] } as const
  await tx.em.find(User, { id: { $in: [userId, ...fanIds] } }, { ...locked, disableIdentityMap: true })
  const found = await tx.em.execute<{ id: string }[]>(
    `select u.id from unnest(?::uuid[]) as r(id) ${joinAccount('u', 'r.id')} ${joinAccount('a', '?::uuid')}
     where ${openToOthers('u')} and ${openToOthers('a')} and not u.is_performer
       and ${notBlockedFor('a.id', 'u.id')} and ${notBlockedFor('u.id', 'a.id')}`,
    [`{${fanIds.join()}}`, userId],
  )
  return found.map(({ id }) => id)
}

function begin(tx: Tx, creatorId: string, fanId: string): LockedConversation {
  const conversationId = conversationIdOf(creatorId, fanId)
  const conversation = tx.em.create(Conversation, { id: conversationId, createdAt: tx.now, updatedAt: tx.now })
  const [mine, theirs] = [creatorId, fanId].map((userId) =>
    tx.em.create(ConversationMember, { conversationId, userId, movedAt: tx.now, createdAt: tx.now }),
  ) as [ConversationMember, ConversationMember]
  return { conversation, mine, theirs, recipient: { isOpen: true }, sender: { isOpen: true } }
}
