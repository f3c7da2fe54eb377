import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { CountedFanList, FanQuery } from '@vesper/sync/vesper/api/fan-lists.ts'
import type * as v from 'valibot'
import type { Condition } from '../../../content/blocks.ts'
import { membershipLasts } from '../../../content/counted-time-sql.ts'
import { containing } from '../../../infra/database/like-pattern.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { endsOf } from '../../people/grants/ends-of.ts'
import { listGone, listSql } from './audience-sql.ts'
import { countLists } from './count-lists.ts'
import { FanList } from './entity.ts'
import { countable, FANS_SINCE_SQL, lastSeen, SPENT_SINCE, withCreator } from './fan-sql.ts'
import { fanListView } from './views.ts'

/** A fan as SQL gives one. The times are PostgreSQL's texts. */
export type FanRow = {
  id: string
  name: string
  username: string | null
  avatar: string | null
  isFollower: boolean
  spent: number
  subscribedUntil: Date | null
  lastSeen: string | null
  since: string
}

/** A fan's place on a list as SQL gives it; `isHere`: a member who counts. */
export type MemberRow = {
  id: string
  listId: string
  performerId: string
  userId: string
  isHere: boolean
  takes: number
  name: string
  username: string | null
  avatar: string | null
  addedAt: string
}

const ALL_FANS: Condition = { sql: `select fan.id from (${FANS_SINCE_SQL}) fan`, params: [] }
const SPENT_DAYS = 90

type Query = v.InferOutput<typeof FanQuery>

/** The lists of a creator by name, each with its count. */
export async function countedLists(em: SqlEntityManager, performerId: string, now: Date): Promise<CountedFanList[]> {
  const lists = await em.find(FanList, { performerId, removedAt: null }, { orderBy: { name: 'asc', id: 'asc' } })
  const counts = await countLists(em, performerId, { lists, now })
  return lists.map((list) => ({ ...fanListView(list), count: counts.get(list.id) ?? 0 }))
}

/** The creator's list. Refuses as `not-found` one that the creator does not have. */
export async function findFanList(em: SqlEntityManager, performerId: string, id: string): Promise<FanList> {
  const list = await em.findOne(FanList, { id, performerId, removedAt: null })
  if (!list) throw listGone()
  return list
}

/** The fans of a creator at a moment: all, those on a list, or those among some accounts. */
type From = { performerId: string; list?: FanList; now: Date; among?: readonly string[] }

/** One page of a creator's fans, or of those on a list, by name and username. */
export async function fanPage(
  em: SqlEntityManager,
  { performerId, list, now, among }: From,
  query: Query,
): Promise<{ rows: FanRow[]; total: number }> {
  const days = list?.rule?.kind === 'spent' ? list.rule.days : SPENT_DAYS
  const set = list ? listSql(list) : ALL_FANS
  const begin = withCreator(performerId, now)
  const direction = { asc: 'asc', desc: 'desc' }[query.sort]
  const nulls = query.sort === 'desc' ? 'last' : 'first'
  const sql = `${begin.sql},
    fan as (select u.id, u.name, u.username, u.avatar_file_id as avatar from creator
      join "user" u on u.id in (${set.sql})
      where ${countable('u')} and (u.name ilike ? or u.username ilike ?)${among ? ' and u.id = any(?::uuid[])' : ''}),
    since as (select s.id, min(s.since) as since from (${FANS_SINCE_SQL}) s group by s.id),
    spent as (${SPENT_SINCE})
    select fan.*, count(*) over ()::int as total, coalesce(spent.tokens, 0) as spent, ${lastSeen('fan.id')} as "lastSeen",
      coalesce(since.since, creator.now) as since,
      exists (select from follow f where f.follower_id = fan.id and f.performer_id = creator.id) as "isFollower",
      m.access_until as "accessUntil", m.counted_from as "countedFrom"
    from creator cross join fan
      left join membership m on m.user_id = fan.id and m.performer_id = creator.id and ${membershipLasts('m', 'creator.now')}
      left join since on since.id = fan.id left join spent on spent.id = fan.id
    order by ${SORTS[query.sortBy]} ${direction} nulls ${nulls}, fan.id limit ? offset ?`
  const like = containing(query.q)
  const page = [query.pageSize, (query.current - 1) * query.pageSize]
  const rows = await em.execute<FoundFan[]>(sql, [
    ...begin.params,
    ...set.params,
    like,
    like,
    ...(among ? [`{${among.join()}}`] : []),
    days,
    ...page,
  ])
  const endOf = await endsOf({ em }, [performerId])
  const fans = rows.map(({ accessUntil, countedFrom, total: _total, ...fan }) => {
    if (accessUntil === null || countedFrom === null) return { ...fan, subscribedUntil: null }
    const term = { performerId, accessUntil: new Date(accessUntil), countedFrom: new Date(countedFrom) }
    return { ...fan, subscribedUntil: endOf(term) }
  })
  return { rows: fans, total: rows[0]?.total ?? 0 }
}

/** A fan with the membership that lasts. */
type FoundFan = Omit<FanRow, 'subscribedUntil'> & {
  accessUntil: string | null
  countedFrom: string | null
  total: number
}

const SORTS: { readonly [Column in Query['sortBy']]: string } = {
  newest: 'coalesce(since.since, creator.now)',
  spent: 'coalesce(spent.tokens, 0)',
  lastSeen: lastSeen('fan.id'),
  name: 'lower(fan.name)',
}

/** The places on a creator's lists by hand; with `ids`, those among them. */
export function memberRows(em: SqlEntityManager, performerId: string, ids?: readonly string[]): Promise<MemberRow[]> {
  return em.execute(
    `select m.id, m.list_id as "listId", m.performer_id as "performerId", m.user_id as "userId", m.takes,
       (m.is_member and ${countable('u', 'm.performer_id')}) as "isHere",
       u.name, u.username, u.avatar_file_id as avatar, m.added_at as "addedAt"
     from fan_list_member m ${joinAccount('u', 'm.user_id')}
     where m.performer_id = ?${ids ? ' and m.id = any(?::uuid[])' : ''}`,
    [performerId, ...(ids ? [`{${ids.join()}}`] : [])],
  )
}
