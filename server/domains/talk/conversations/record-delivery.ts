import { LockMode } from '@mikro-orm/postgresql'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { ConversationMember } from './entity.ts'

/** So many conversations one transaction raises; the others come with the next request. */
const MOST_AT_ONCE = 50
/** So many of a conversation's newest messages are looked at, however many wait. */
const NEWEST = 1000

/**
 * Notes what a device of `userId` says to hold: of each conversation, the version of its space. Nothing is
 * written where it was known. A receipt never stands in the way of what else is asked for: what goes wrong is logged, and
 * the device's next request says the same.
 */
export async function recordDelivery(app: App, userId: string, taken: ReadonlyMap<string, number>): Promise<void> {
  if (taken.size === 0) return
  try {
    const furthest = await furthestTaken(app.orm.em.fork(), userId, [...taken].slice(0, MOST_AT_ONCE))
    // Without an actor, a poke also reaches the account's own devices, so that none of them has to ask.
    if (furthest.size > 0) await transact(app, null, (tx) => raiseDelivered(tx, userId, furthest))
  } catch (error) {
    app.log.warn({ err: error }, 'that messages have arrived was not noted')
  }
}

/** The furthest position wins. Locked in order, so that two of an account's devices wait for each other only. */
async function raiseDelivered(tx: Tx, userId: string, furthest: ReadonlyMap<string, number>): Promise<void> {
  const members = await tx.em.find(
    ConversationMember,
    { userId, conversationId: { $in: [...furthest.keys()] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { conversationId: 'asc' } },
  )
  for (const member of members) {
    const seq = furthest.get(member.conversationId) ?? 0
    if (seq > Math.max(member.readSeq, member.deliveredSeq)) member.deliveredSeq = seq
  }
}

/**
 * The newest message that came into a conversation up to a version of its space, for those of `userId` in which it is not
 * known to have arrived. A message that changed since counts from its last change on: rather late than untrue. A device
 * that is further behind than the newest so many is believed once it has caught up.
 */
async function furthestTaken(
  em: SqlEntityManager,
  userId: string,
  taken: readonly (readonly [id: string, version: number])[],
): Promise<Map<string, number>> {
  const rows = await em.execute<{ id: string; seq: number }[]>(
    `select t.id, arrived.seq
     from jsonb_to_recordset(?::jsonb) as t(id uuid, version bigint)
     join conversation_member mine on mine.conversation_id = t.id and mine.user_id = ?
     cross join lateral (
       select newest.seq
       from (
         select id, seq from message
         where conversation_id = t.id and seq > greatest(mine.read_seq, mine.delivered_seq)
         order by seq desc limit ?
       ) as newest
       left join change c on c.space = 'c:' || t.id and c.collection = 'messages' and c.entity_id = newest.id
       where coalesce(c.version, 0) <= t.version
       order by newest.seq desc limit 1
     ) as arrived`,
    [JSON.stringify(taken.map(([id, version]) => ({ id, version }))), userId, NEWEST],
  )
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}
