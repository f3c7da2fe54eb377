import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { openTo } from '../../../content/blocks.ts'
import { postOpenToViewer } from '../../../content/open-to-viewer.ts'
import { postText, textMatches } from '../../../content/search-match.ts'
import { NOTHING, searchPage } from '../../../content/search-page.ts'
import type { Asked, Found, Page } from '../../../content/search-page.ts'

/** Published posts with all the words that the viewer may open, the newest first. */
export function findPosts(em: SqlEntityManager, { words, viewer }: Asked, page: Page): Promise<Found> {
  const match = textMatches(postText('p'), words)
  if (!match) return Promise.resolve(NOTHING)
  const [open, reached] = [postOpenToViewer('p', viewer), openTo(viewer, 'u')]
  return searchPage(em, page, {
    from: 'post p join "user" u on u.id = p.performer_id',
    where: `p.status = 'published' and ${match.sql} and ${open.sql} and u.is_performer and ${reached.sql}`,
    params: [...match.params, ...open.params, ...reached.params],
    order: 'p.published_at',
    id: 'p.id',
  })
}
