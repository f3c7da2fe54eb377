import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { codesOfCategory } from '@vesper/sync/vesper/api/all-categories.ts'
import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import type { CreatorQuery } from '@vesper/sync/vesper/api/performers.ts'
import type { PublicCategory } from '@vesper/sync/vesper/api/public-category.ts'
import { searchWords } from '@vesper/sync/vesper/records/search-words.ts'
import { openTo } from '../../../../content/blocks.ts'
import type { Condition, Visitor } from '../../../../content/blocks.ts'
import { listMatch, nameText } from '../../../../content/search-match.ts'
import { sqlPage } from '../../../../infra/http/list.ts'
import { joinAccount } from '../../accounts/account-sql.ts'
import { followsCreator } from '../../follows/follow-sql.ts'

const FROM = `performer p ${joinAccount('u', 'p.user_id')}`

type Page = { ids: string[]; total: number }
type Filters = Omit<CreatorQuery, 'current' | 'pageSize' | 'sort' | 'sortBy'>

/** The condition that each filter adds; each has its value once as the parameter. */
const FILTERS: { readonly [Name in Exclude<keyof Filters, 'q' | 'free'>]-?: string } = {
  category: 'p.categories && ?::text[]',
  language: '? = any(p.languages)',
  country: 'p.country = ?',
  gender: 'p.gender = ?',
  ageRange: 'p.age_range = ?',
  bodyType: 'p.body_type = ?',
  ethnicity: 'p.ethnicity = ?',
  hair: 'p.hair = ?',
  eyes: 'p.eyes = ?',
  orientation: 'p.orientation = ?',
}

const HAS_OPEN_POST = `exists (select from post free where free.performer_id = u.id and free.status = 'published'
  and free.access = 'public')`

/** A page of the creators open to the viewer that pass the filters, whose name or username contains `q`. A category stands for those merged into it. */
export async function creatorPage(
  em: SqlEntityManager,
  { viewer, categories = [] }: { viewer: Visitor; categories?: readonly PublicCategory[] | undefined },
  query: CreatorQuery,
): Promise<Page> {
  const { q, free, current, pageSize, sort, sortBy, ...filters } = query
  const wanted = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const open = openCreator(viewer)
  const valueOf = ([name, value]: readonly [string, string]) =>
    name === 'category' ? `{${codesOfCategory(categories, value).join()}}` : value
  const match = q === '' ? null : listMatch(nameText('u'), searchWords(q))
  const where = [
    open.sql,
    ...wanted.map(([name]) => FILTERS[name as keyof typeof FILTERS]),
    ...(free === 'true' ? [HAS_OPEN_POST] : []),
    ...(match ? [match.sql] : []),
  ]
  const params = [...open.params, ...wanted.map(valueOf), ...(match?.params ?? [])]
  const sortable = {
    ...{ updatedAt: 'u.updated_at', createdAt: 'u.created_at', name: 'u.name', username: 'u.username' },
    score: 'p.score',
  }
  const { rows, total } = await sqlPage<{ id: string }>(
    em,
    { select: 'u.id', from: FROM, where: where.join(' and '), params, sortable, tieBreak: 'u.id' },
    { current, pageSize, sort, sortBy },
  )
  return { ids: rows.map(({ id }) => id), total }
}

/** SQL: the place of a creator among all, by which an index has them. */
const PLACE = 'md5(p.user_id::text)'

type Chance = { seed: string; viewer: Visitor; limit: number }

/** Creators open to the viewer in the order of `seed`, without the viewer and those whom the viewer follows. */
export async function randomCreators(em: SqlEntityManager, { seed, viewer, limit }: Chance): Promise<Page> {
  const isNew = `u.id <> ?::uuid and not ${followsCreator('?::uuid', 'u.id')}`
  const { userId } = viewer
  const open = openCreator(viewer)
  const where = userId === null ? open.sql : `${open.sql} and ${isNew}`
  const params = [...open.params, ...(userId === null ? [] : [userId, userId])]
  // Creators stand on a circle by the hash of their id. The seed says where to begin, and mixes those who stand there.
  const part = (side: '>=' | '<') => `(select u.id, ${side === '<'} as "isRound", ${PLACE} as place from ${FROM}
    where ${where} and ${PLACE} ${side} md5(?) order by ${PLACE} limit ?)`
  const rows = await em.execute<{ id: string }[]>(
    `select id from (select * from (${part('>=')} union all ${part('<')}) as each order by "isRound", place limit ?) as chosen
     order by md5(id::text || ?)`,
    [...params, seed, limit, ...params, seed, limit, limit, seed],
  )
  const counted = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from (select from ${FROM} where ${where} limit ?) as counted`,
    [...params, LIST_TOTAL_MAX],
  )
  return { ids: rows.map(({ id }) => id), total: counted[0]?.total ?? 0 }
}

function openCreator(viewer: Visitor): Condition {
  const { sql, params } = openTo(viewer, 'u')
  return { sql: `u.is_performer and ${sql}`, params }
}
