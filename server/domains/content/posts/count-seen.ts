import type { App } from '../../../app.ts'
import { accessOf } from '../../../content/access.ts'
import type { Visitor } from '../../../content/blocks.ts'
import { countView } from '../../../content/count-view.ts'
import { viewersOf } from '../../../content/viewers.ts'
import { Post } from './entity.ts'
import { viewedPost } from './viewed-post.ts'

/** `ip` stands for a viewer without an account. */
type Seen = { postIds: readonly string[]; viewer: Visitor; ip: string }

/** Counts published posts that a viewer has seen. The author's own views, and those of locked posts, count nothing. */
export async function countSeen(app: App, { postIds, viewer, ip }: Seen): Promise<void> {
  const em = app.orm.em.fork()
  const posts = await em.find(Post, { id: { $in: [...postIds] }, status: 'published' })
  const viewers = await viewersOf(em, { ...viewer, now: app.clock() }, posts.map(viewedPost))
  for (const post of posts) {
    const isOpen = accessOf(viewers(viewedPost(post)), post) === 'open'
    if (isOpen && post.performerId !== viewer.userId) countView(app, post.id, viewer.userId ?? ip)
  }
}
