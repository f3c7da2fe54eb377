import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { SEARCH_FIRST, SEARCH_TOTAL_MAX } from '@vesper/sync/vesper/api/search.ts'
import { openTo } from '../../../content/blocks.ts'
import type { Visitor } from '../../../content/blocks.ts'
import { postOpenTo } from '../../../content/open-to-viewer.ts'
import {
  namesAreAlike,
  namesMatch,
  nameText,
  postWords,
  textMatches,
  titlesMatch,
  titleText,
} from '../../../content/search-match.ts'
import { sqlPage } from '../../../infra/http/list.ts'

/** Who searches, for which words. */
export type Asked = { words: readonly string[]; viewer: Visitor & { now: Date } }
export type Page = { current: number; pageSize: number }
/** Ids in the order of the list. `total` counts to SEARCH_TOTAL_MAX. */
type Found = { ids: string[]; total: number }

const NOTHING: Found = { ids: [], total: 0 }
const NAME = nameText('u')
const CREATORS = 'performer p join "user" u on u.id = p.user_id'

/**
 * Creators by name: whose username it is, then whose name begins so, then by score. Where they are few, creators follow
 * whose names are spelled alike.
 */
export async function findCreators(em: SqlEntityManager, asked: Asked, page: Page): Promise<Found> {
  const { words, viewer } = asked
  const match = namesMatch(NAME, words)
  if (!match || isPastEnd(page)) return NOTHING
  const said = words.join(' ')
  const open = openTo(viewer, 'u')
  const rows = await em.execute<{ id: string; total: number }[]>(
    `select id, count(*) over ()::int as total from (
       select u.id, u.username, u.name, p.score from ${CREATORS}
       where u.is_performer and ${open.sql} and ${match.sql}
       order by p.score desc, u.id limit ?
     ) as found
     order by username = ? desc, search_folded(name) like search_folded(?) || '%' desc, score desc, id
     limit ? offset ?`,
    [...open.params, ...match.params, SEARCH_TOTAL_MAX, words.join('_'), said, page.pageSize, offsetOf(page)],
  )
  const found = { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
  if (page.current > 1 || found.total >= SEARCH_FIRST) return found
  const alike = await creatorsAlike(em, asked, found.ids)
  return { ids: [...found.ids, ...alike].slice(0, page.pageSize), total: found.total + alike.length }
}

/** A few creators whose names are spelled like these words, without those who were found. */
async function creatorsAlike(
  em: SqlEntityManager,
  { words, viewer }: Asked,
  found: readonly string[],
): Promise<string[]> {
  const match = namesAreAlike(NAME, words)
  if (!match) return []
  const open = openTo(viewer, 'u')
  const rows = await em.execute<{ id: string }[]>(
    `select u.id from ${CREATORS}
     where u.is_performer and ${open.sql} and ${match.sql} and u.id <> all(?::uuid[])
     order by word_similarity(search_grams(?), search_grams(${NAME})) desc, p.score desc, u.id limit ?`,
    [...open.params, ...match.params, `{${found.join()}}`, words.join(' '), SEARCH_FIRST - found.length],
  )
  return rows.map(({ id }) => id)
}

/** Published posts with all the words that the viewer may open, the newest first. */
export function findPosts(em: SqlEntityManager, { words, viewer }: Asked, page: Page): Promise<Found> {
  const match = textMatches(postWords('p'), words)
  if (!match) return Promise.resolve(NOTHING)
  const [open, reached] = [postOpenTo('p', viewer), openTo(viewer, 'u')]
  return listed(em, page, {
    from: 'post p join "user" u on u.id = p.performer_id',
    where: `p.status = 'published' and ${match.sql} and ${open.sql} and u.is_performer and ${reached.sql}`,
    params: [...match.params, ...open.params, ...reached.params],
    order: 'p.published_at',
    id: 'p.id',
  })
}

/** Active assets of a kind with all the words in title and tags, locked ones too, the most popular first. */
export function findAssets(
  em: SqlEntityManager,
  { words, viewer, kind }: Asked & { kind: 'gallery' | 'video' | 'product' },
  page: Page,
): Promise<Found> {
  const match = titlesMatch(titleText('a'), words)
  if (!match) return Promise.resolve(NOTHING)
  const reached = openTo(viewer, 'u')
  return listed(em, page, {
    from: 'asset a join "user" u on u.id = a.performer_id',
    where: `a.kind = ? and a.status = 'active' and a.gallery_id is null and ${match.sql} and ${reached.sql}`,
    params: [kind, ...match.params, ...reached.params],
    order: 'a.popularity',
    id: 'a.id',
  })
}

type Listed = { from: string; where: string; params: unknown[]; order: string; id: string }

async function listed(em: SqlEntityManager, page: Page, { from, where, params, order, id }: Listed): Promise<Found> {
  if (isPastEnd(page)) return NOTHING
  const { rows, total } = await sqlPage<{ id: string }, 'order'>(
    em,
    { select: `${id} as id`, from, where, params, sortable: { order }, tieBreak: id, totalMax: SEARCH_TOTAL_MAX },
    { ...page, sortBy: 'order', sort: 'desc' },
  )
  return { ids: rows.map((row) => row.id).slice(0, SEARCH_TOTAL_MAX - offsetOf(page)), total }
}

function offsetOf({ current, pageSize }: Page): number {
  return (current - 1) * pageSize
}

function isPastEnd(page: Page): boolean {
  return offsetOf(page) >= SEARCH_TOTAL_MAX
}
