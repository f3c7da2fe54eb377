import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AudiencePart } from '@vesper/sync/vesper/records/fan-list.ts'
import type { Condition } from '../../../content/blocks.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { FanList } from './entity.ts'
import { countable, FANS_SINCE_SQL, FOLLOWERS, fanRuleSql, SUBSCRIBERS, withCreator } from './fan-sql.ts'

/** The accounts that a creator chooses at a moment; `among` names those that are asked about, where not all are. */
type Chosen = { performerId: string; parts: readonly AudiencePart[]; now: Date; among?: readonly string[] | undefined }

/**
 * The accounts in any of the parts, once each: those that are open, and that neither block the creator nor are blocked. One
 * statement a part. Refuses as `not-found` a list that the creator does not have.
 */
export async function membersOf(
  em: SqlEntityManager,
  { performerId, parts, now, among }: Chosen,
): Promise<Set<string>> {
  const lists = await listsOf(em, performerId, parts)
  const ids = new Set<string>()
  for (const part of parts) {
    const asked = among && { among: { sql: 'u.id = any(?::uuid[])', params: [`{${among.join()}}`] } }
    const { sql, params } = audienceSql({ performerId, set: setOf(part, lists), now, ...asked })
    for (const { id } of await em.execute<{ id: string }[]>(sql, [...params])) ids.add(id)
  }
  return ids
}

/** A set of `fan-sql.ts`, of whose fans, and when; `among` is a condition on the account `u`. */
type Audience = { performerId: string; set: Condition; now: Date; among?: Condition }

/** The statement of the countable ids of a set, each once. */
export function audienceSql({ performerId, set, now, among }: Audience): Condition {
  const begin = withCreator(performerId, now)
  const narrowed = among ? ` and ${among.sql}` : ''
  return {
    sql: `${begin.sql} select u.id from creator join "user" u on u.id in (${set.sql})
      where ${countable('u')}${narrowed}`,
    params: [...begin.params, ...set.params, ...(among?.params ?? [])],
  }
}

/** The statement of a list's accounts, countable or not. `seen` as in `fanRuleSql`. */
export function listSql({ id, rule }: Pick<FanList, 'id' | 'rule'>, seen?: string): Condition {
  if (rule) return fanRuleSql(rule, seen)
  return { sql: 'select l.user_id from fan_list_member l where l.list_id = ?::uuid and l.is_member', params: [id] }
}

type Member = { performerId: string; userId: string; now: Date }

/** Tells if an account is on a creator's list; no account is on a list that is not the creator's. */
export async function onFanList(
  em: SqlEntityManager,
  { listId, ...member }: Member & { listId: string },
): Promise<boolean> {
  const list = await em.findOne(FanList, { id: listId, performerId: member.performerId, removedAt: null })
  return list !== null && isAmong(em, member, listSql(list))
}

/** Tells if an account is a fan of the creator, who neither blocks nor is blocked. */
export function isFan({ em, now }: Pick<Tx, 'em' | 'now'>, performerId: string, userId: string): Promise<boolean> {
  const set = { sql: `select fan.id from (${FANS_SINCE_SQL}) fan where fan.id = ?::uuid`, params: [userId] }
  return isAmong(em, { performerId, userId, now }, set)
}

async function isAmong(em: SqlEntityManager, { performerId, userId, now }: Member, set: Condition): Promise<boolean> {
  const among = { sql: 'u.id = ?::uuid', params: [userId] }
  const { sql, params } = audienceSql({ performerId, set, now, among })
  return (await em.execute<object[]>(sql, [...params])).length > 0
}

function setOf(part: AudiencePart, lists: ReadonlyMap<string, FanList>): Condition {
  if (part.kind === 'followers') return { sql: FOLLOWERS, params: [] }
  if (part.kind === 'subscribers') return { sql: SUBSCRIBERS, params: [] }
  const list = lists.get(part.listId)
  if (!list) throw listGone()
  return listSql(list)
}

async function listsOf(
  em: SqlEntityManager,
  performerId: string,
  parts: readonly AudiencePart[],
): Promise<Map<string, FanList>> {
  const ids = parts.flatMap((part) => (part.kind === 'list' ? [part.listId] : []))
  if (ids.length === 0) return new Map()
  const lists = await em.find(FanList, { id: { $in: ids }, performerId, removedAt: null })
  return new Map(lists.map((list) => [list.id, list]))
}

/** One answer for a list that never was, was removed, or is another creator's. */
export function listGone(): Refusal {
  return new Refusal('not-found', 'This list is no longer there.')
}
