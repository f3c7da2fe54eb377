import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { CreatorCounts } from '@vesper/sync/vesper/records/creator-details.ts'

const NONE: CreatorCounts = { followers: 0, posts: 0, photos: 0, videos: 0, galleries: 0, products: 0 }

/** A statement for each count. Its parameter is the list of the creators' ids. */
const COUNTED: { readonly [Kind in keyof CreatorCounts]?: string } = {
  followers: counted('follow f', 'f.performer_id = c.id'),
  posts: counted('post p', "p.performer_id = c.id and p.status = 'published'"),
  photos: assetsOf('photo'),
  videos: assetsOf('video'),
  galleries: assetsOf('gallery'),
  products: assetsOf('product'),
}

/** Photos in galleries count with these. */
function assetsOf(kind: 'photo' | 'video' | 'gallery' | 'product'): string {
  return counted(
    'asset a',
    `a.performer_id = c.id and a.kind = '${kind}' and a.status = 'active' and a.gallery_id is null`,
  )
}

/** One creator after the other, by an index: many creators together would read whole tables. */
function counted(from: string, where: string): string {
  return `select c.id, (select count(*)::int from ${from} where ${where}) as n from unnest(?::uuid[]) as c(id)`
}

/** What others find of these creators, by creator's id. */
export async function countsOf(em: SqlEntityManager, ids: readonly string[]): Promise<(id: string) => CreatorCounts> {
  if (ids.length === 0) return () => NONE
  const kinds = Object.entries(COUNTED)
  const sql = kinds.map(([kind, select]) => `select '${kind}' as kind, id, n from (${select}) as ${kind}`)
  const rows = await em.execute<{ kind: keyof CreatorCounts; id: string; n: number }[]>(
    sql.join(' union all '),
    kinds.map(() => `{${ids.join(',')}}`),
  )
  const counts = new Map<string, CreatorCounts>()
  for (const { kind, id, n } of rows) counts.set(id, { ...(counts.get(id) ?? NONE), [kind]: n })
  return (id) => counts.get(id) ?? NONE
}
