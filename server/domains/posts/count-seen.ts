import { accessOf } from '../../content/access.ts'
import { countView } from '../../content/count-view.ts'
import { viewersOf } from '../../content/viewers.ts'
import type { App } from '../../context.ts'
import { Post } from './entity.ts'
import { viewedPost } from './viewed-post.ts'

/** `ip` stands for a viewer without an account. */
type Seen = { postIds: readonly string[]; viewerId: string | null; ip: string }

/** Counts published posts that a viewer has seen. The author's own views, and those of locked posts, count nothing. */
export async function countSeen(app: App, { postIds, viewerId, ip }: Seen): Promise<void> {
  const em = app.orm.em.fork()
  const posts = await em.find(Post, { id: { $in: [...postIds] }, status: 'published' })
  const viewers = await viewersOf(em, { userId: viewerId, now: app.clock() }, posts.map(viewedPost))
  for (const post of posts) {
    const isOpen = accessOf(viewers(viewedPost(post)), post) === 'open'
    if (isOpen && post.performerId !== viewerId) countView(app, post.id, viewerId ?? ip)
  }
}
