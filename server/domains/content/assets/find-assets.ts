import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import { openTo } from '../../../content/blocks.ts'
import { titlesMatch, titleText } from '../../../content/search-match.ts'
import { NOTHING, searchPage } from '../../../content/search-page.ts'
import type { Asked, Found, Page } from '../../../content/search-page.ts'

/** Active assets of a kind with all the words in title and tags, locked ones too, the most popular first. */
export function findAssets(
  em: SqlEntityManager,
  { words, viewer, kind }: Asked & { kind: AssetKind },
  page: Page,
): Promise<Found> {
  const match = titlesMatch(titleText('a'), words)
  if (!match) return Promise.resolve(NOTHING)
  const reached = openTo(viewer, 'u')
  return searchPage(em, page, {
    from: 'asset a join "user" u on u.id = a.performer_id',
    where: `a.kind = ? and a.status = 'active' and a.gallery_id is null and ${match.sql} and ${reached.sql}`,
    params: [kind, ...match.params, ...reached.params],
    order: 'a.popularity',
    id: 'a.id',
  })
}
