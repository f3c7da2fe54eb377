import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { SEARCH_FIRST, SEARCH_TOTAL_MAX } from '@vesper/sync/vesper/api/search.ts'
import { openTo } from '../../../../content/blocks.ts'
import { namesAreAlike, namesMatch, nameText } from '../../../../content/search-match.ts'
import { isPastEnd, NOTHING, offsetOf } from '../../../../content/search-page.ts'
import type { Asked, Found, Page } from '../../../../content/search-page.ts'

const NAME = nameText('u')
/** The name begins with these words. Most do not even where name and username are taken as one: those are folded already. */
const BEGINS = `case when search_name like search_folded(?) || '%' then search_folded(name) like search_folded(?) || '%' else false end`
const CREATORS = 'performer p join "user" u on u.id = p.user_id'

/**
 * Creators by name: whose username it is, then whose name begins so, then by score. Where they are few, creators follow
 * whose names are spelled alike.
 */
export async function findCreators(em: SqlEntityManager, asked: Asked, page: Page): Promise<Found> {
  const { viewer } = asked
  const match = namesMatch(NAME, asked.words)
  if (!match || isPastEnd(page)) return NOTHING
  const words = asked.words.map(({ word }) => word)
  const open = openTo(viewer, 'u')
  const rows = await em.execute<{ id: string; total: number }[]>(
    `select id, count(*) over ()::int as total from (
       select u.id, u.username, u.name, u.search_name, p.score from ${CREATORS}
       where u.is_performer and ${open.sql} and ${match.sql}
       order by p.score desc, u.id limit ?
     ) as found
     order by username = ? desc, ${BEGINS} desc, score desc, id
     limit ? offset ?`,
    [
      ...open.params,
      ...match.params,
      SEARCH_TOTAL_MAX,
      words.join('_'),
      ...[words.join(' '), words.join(' ')],
      page.pageSize,
      offsetOf(page),
    ],
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
     order by word_similarity(search_grams(?), ${NAME.grams}) desc, p.score desc, u.id limit ?`,
    [
      ...open.params,
      ...match.params,
      `{${found.join()}}`,
      words.map(({ word }) => word).join(' '),
      SEARCH_FIRST - found.length,
    ],
  )
  return rows.map(({ id }) => id)
}
