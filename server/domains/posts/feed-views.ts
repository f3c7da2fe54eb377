import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { User } from '../accounts/entity.ts'
import { participantView } from '../accounts/views.ts'
import { whereVisible } from '../performers/queries.ts'
import type { App } from '../../context.ts'
import type { Post } from './entity.ts'
import { loadPostRelations } from './load-post-relations.ts'
import { postView } from './views.ts'

type Page = { em: SqlEntityManager; posts: readonly Post[]; viewerId: string | null }

/** Posts of several performers for one viewer, in their order; those of accounts that are gone are left out. */
export async function feedViews(
  app: App,
  { em, posts, viewerId }: Page,
  follows: (performerId: string) => boolean,
): Promise<FeedPost[]> {
  const ids = posts.map(({ performerId }) => performerId)
  const performers = await openAmong(em, ids, viewerId)
  return (await loadPostRelations(em, posts, viewerId)).flatMap((parts) => {
    const performer = performers.get(parts.post.performerId)
    const view = performer && postView(app, parts, { userId: viewerId, follows: follows(performer.id) })
    return view ? [{ ...view, performer: participantView(performer) }] : []
  })
}

/** The creators among these accounts who are open to others, or who are the viewer; by id. */
async function openAmong(
  em: SqlEntityManager,
  ids: readonly string[],
  viewerId: string | null,
): Promise<Map<string, User>> {
  const creators = { id: { $in: [...new Set(ids)] }, isPerformer: true, status: 'active' } as const
  const users = await em.find(User, { $and: [creators, whereVisible(viewerId)] })
  return new Map(users.map((user) => [user.id, user]))
}
