import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { blocksBetween } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { Conversation, ConversationMember } from './entity.ts'

/** A conversation under its row's lock: until the commit, nobody else sends, deletes or reads in it. */
export type LockedConversation = {
  conversation: Conversation
  mine: ConversationMember
  theirs: ConversationMember
  /** `isOpen`: the other can reach the account; neither is where one of the two blocks the other. */
  recipient: { isOpen: boolean }
  sender: { isOpen: boolean }
}

export type MemberRow = { conversation_id: string; user_id: string; user_is_open: boolean }

/** The columns of a conversation. */
export const CONVERSATION = 'id, last_seq, last_message_id, created_at, updated_at'

/** SQL before the condition: the members `m` of conversations, and if each is open to the other. */
export const MEMBERS = `select m.conversation_id, m.user_id, m.read_seq, m.delivered_seq, m.unseen, m.mutes_many,
    m.moved_at, m.created_at, ${openToOthers('u')} and not exists (
      select 1 from conversation_member o
      where o.conversation_id = m.conversation_id and o.user_id <> m.user_id and ${blocksBetween('m.user_id', 'o.user_id')}
    ) as user_is_open
  from conversation_member m ${joinAccount('u', 'm.user_id')}`

const locked = new WeakMap<Tx, Map<string, LockedConversation>>()

/**
 * Locks a conversation of the actor. To a stranger it does not exist: `not-found`. Sending goes through here: the rows are
 * read once a transaction, by plain SQL at a fraction of what the ORM's own queries take, and then made the ORM's.
 */
export async function lockConversation(tx: Tx, id: string): Promise<LockedConversation> {
  const ofTx = locked.get(tx) ?? new Map<string, LockedConversation>()
  locked.set(tx, ofTx)
  const held = ofTx.get(id) ?? (await lock(tx, id))
  ofTx.set(id, held)
  return held
}

async function lock(tx: Tx, id: string): Promise<LockedConversation> {
  const { userId } = requireActor(tx)
  const [conversation] = await tx.em.execute<object[]>(
    `${KEPT} select ${CONVERSATION} from conversation where id = ? for update`,
    [id],
  )
  // Read after the lock is held: what the previous holder changed is in it.
  const members = await tx.em.execute<MemberRow[]>(`${KEPT} ${MEMBERS} where m.conversation_id = ?`, [id])
  const held = conversation && lockedRows(tx, { conversation, members, userId })
  if (!held) throw noConversation()
  return held
}

/** The rows of a locked conversation as its member `userId` holds it; null for one of others. */
export function lockedRows(
  tx: Tx,
  { conversation, members, userId }: { conversation: object; members: readonly MemberRow[]; userId: string },
): LockedConversation | null {
  const mine = members.find(({ user_id }) => user_id === userId)
  const theirs = members.find(({ user_id }) => user_id !== userId)
  if (!mine || !theirs) return null
  return {
    conversation: tx.em.map(Conversation, conversation),
    mine: member(tx, mine),
    theirs: member(tx, theirs),
    recipient: { isOpen: theirs.user_is_open },
    sender: { isOpen: mine.user_is_open },
  }
}

/** The answer to whoever asks for a conversation that is not there, or not theirs. */
export function noConversation(): Refusal {
  return new Refusal('not-found', 'This conversation does not exist.')
}

function member(tx: Tx, { user_is_open: _isOpen, ...row }: MemberRow): ConversationMember {
  return tx.em.map(ConversationMember, row)
}
