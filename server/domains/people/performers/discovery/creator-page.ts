import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { CreatorQuery } from '@vesper/sync/vesper/api/performers.ts'
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
  category: '? = any(p.categories)',
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

/** A page of the creators open to the viewer that pass the filters, whose name or username contains `q`. */
export async function creatorPage(em: SqlEntityManager, viewer: Visitor, query: CreatorQuery): Promise<Page> {
  const { q, free, current, pageSize, sort, sortBy, ...filters } = query
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined)
  const open = openCreator(viewer)
  const match = q === '' ? null : listMatch(nameText('u'), searchWords(q))
  const where = [
    open.sql,
    ...wanted.map(([name]) => FILTERS[name as keyof typeof FILTERS]),
    ...(free === 'true' ? [HAS_OPEN_POST] : []),
    ...(match ? [match.sql] : []),
  ]
  const params = [...open.params, ...wanted.map(([, value]) => value), ...(match?.params ?? [])]
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

type Chance = { seed: string; viewer: Visitor; limit: number }

/** Creators open to the viewer in the order of `seed`, without the viewer and those whom the viewer follows. */
export async function randomCreators(em: SqlEntityManager, { seed, viewer, limit }: Chance): Promise<Page> {
  const isNew = `u.id <> ?::uuid and not ${followsCreator('?::uuid', 'u.id')}`
  const { userId } = viewer
  const open = openCreator(viewer)
  const where = userId === null ? open.sql : `${open.sql} and ${isNew}`
  const rows = await em.execute<{ id: string; total: number }[]>(
    `select u.id, count(*) over ()::int as total from ${FROM} where ${where}
     order by md5(u.id::text || ?) limit ?`,
    [...open.params, ...(userId === null ? [] : [userId, userId]), seed, limit],
  )
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

function openCreator(viewer: Visitor): Condition {
  const { sql, params } = openTo(viewer, 'u')
  return { sql: `u.is_performer and ${sql}`, params }
}
