import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import type { App } from '../../../app.ts'
import { accessOf } from '../../../content/access.ts'
import type { Visitor } from '../../../content/blocks.ts'
import { plainById } from '../../../infra/database/plain-rows.ts'
import { User } from '../../people/accounts/entity.ts'
import { participantView } from '../../people/accounts/views.ts'
import type { Post } from './entity.ts'
import { loadPostRelations } from './load-post-relations.ts'
import { postView } from './views.ts'

type Page = { em: SqlEntityManager; posts: readonly Post[]; viewer: Visitor }

/**
 * Posts of several performers for one viewer, in their order. An account that is not open to the viewer shows only posts
 * that the viewer owns.
 */
export async function feedViews(app: App, { em, posts, viewer }: Page): Promise<FeedPost[]> {
  const performers = await plainById(
    em,
    User,
    posts.map(({ performerId }) => performerId),
  )
  const loaded = await loadPostRelations(em, posts, { ...viewer, now: app.clock() })
  return loaded.flatMap((parts) => {
    const performer = performers.get(parts.post.performerId)
    const { isAuthorOpen, isBlocked } = parts.viewer
    const isTold = (isAuthorOpen && !isBlocked) || accessOf(parts.viewer, parts.post) !== 'hidden'
    const view = performer && isTold ? postView(app, parts) : null
    return performer && view ? [{ ...view, performer: participantView(performer) }] : []
  })
}
