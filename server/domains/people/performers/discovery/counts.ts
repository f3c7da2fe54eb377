import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { CreatorCounts } from '@vesper/sync/vesper/records/creator-details.ts'

const NONE: CreatorCounts = { followers: 0, posts: 0, photos: 0, videos: 0, galleries: 0, products: 0 }

/** A count is exact up to here. Beyond, it is as of the last run of the job that renews scores. */
export const EXACT_MAX = 1000

const COUNTED: { readonly [Kind in keyof CreatorCounts]: { table: string; where: string } } = {
  followers: { table: 'follow', where: 'true' },
  posts: { table: 'post', where: `status = 'published'` },
  photos: assetsOf('photo'),
  videos: assetsOf('video'),
  galleries: assetsOf('gallery'),
  products: assetsOf('product'),
}

/** Photos in galleries count with these. */
function assetsOf(kind: 'photo' | 'video' | 'gallery' | 'product') {
  return { table: 'asset', where: `kind = '${kind}' and status = 'active' and gallery_id is null` }
}

/** Each count of each creator ends at the bound: an index gives it without being read as a whole. */
const BOUNDED = Object.entries(COUNTED).map(
  ([kind, { table, where }]) => `'${kind}', (select count(*) from (
    select from ${table} where performer_id = p.user_id and ${where} limit ${EXACT_MAX + 1}) as ${kind})`,
)

const COUNTS = `select p.user_id as id, p.counts as recorded, jsonb_build_object(${BOUNDED.join()}) as counts
  from performer p where p.user_id = any(?::uuid[])`

/** The public counts of these creators, by creator's id. */
export async function countsOf(em: SqlEntityManager, ids: readonly string[]): Promise<(id: string) => CreatorCounts> {
  if (ids.length === 0) return () => NONE
  type Row = { id: string; recorded: Partial<CreatorCounts>; counts: CreatorCounts }
  const rows = await em.execute<Row[]>(COUNTS, [`{${ids.join(',')}}`])
  const counts = new Map(rows.map((row) => [row.id, known(row)]))
  return (id) => counts.get(id) ?? NONE
}

function known({ counts, recorded }: { counts: CreatorCounts; recorded: Partial<CreatorCounts> }): CreatorCounts {
  const best = (kind: keyof CreatorCounts) =>
    counts[kind] > EXACT_MAX ? Math.max(counts[kind], recorded[kind] ?? 0) : counts[kind]
  return {
    ...{ followers: best('followers'), posts: best('posts'), photos: best('photos') },
    ...{ videos: best('videos'), galleries: best('galleries'), products: best('products') },
  }
}

/** Renews the counts of creators that have one beyond the bound. Past the change feed, as scores. */
export async function renewCounts(em: SqlEntityManager): Promise<void> {
  const long = Object.entries(COUNTED).map(
    ([kind, { table, where }]) =>
      `select performer_id as id, '${kind}' as kind, count(*) as n from ${table} where ${where}
       group by 1 having count(*) > ${EXACT_MAX}`,
  )
  await em.execute(
    `with long as (
       select id, jsonb_object_agg(kind, n) as counts from (${long.join(' union all ')}) as each group by id
     )
     update performer p set counts = long.counts from long where long.id = p.user_id and p.counts <> long.counts`,
  )
}
