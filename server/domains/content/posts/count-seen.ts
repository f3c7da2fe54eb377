import type { ViewSource } from '@vesper/sync/vesper/api/view-sources.ts'
import type { App } from '../../../app.ts'
import { accessOf } from '../../../content/access.ts'
import type { Visitor } from '../../../content/blocks.ts'
import { countView } from '../../../content/count-view.ts'
import { viewersOf } from '../../../content/viewers.ts'
import { Post } from './entity.ts'
import { viewedPost } from './viewed-post.ts'

/** `ip` stands for a viewer without an account. */
type Seen = { postIds: readonly string[]; viewer: Visitor; ip: string; source?: ViewSource | undefined }

/**
 * Counts published posts that a viewer has seen. The author's own views count nothing. A post that
 * is locked at a price has its views counted apart. Other locked posts count nothing.
 */
export async function countSeen(app: App, { postIds, viewer, ip, source }: Seen): Promise<void> {
  const em = app.orm.em.fork()
  const posts = await em.find(Post, { id: { $in: [...postIds] }, status: 'published' })
  const viewers = await viewersOf(em, { ...viewer, now: app.clock() }, posts.map(viewedPost))
  for (const post of posts) {
    const access = accessOf(viewers(viewedPost(post)), post)
    const isLocked = access === 'locked' && post.access === 'paid'
    if (post.performerId === viewer.userId || (access !== 'open' && !isLocked)) continue
    countView(app, post.id, { viewer: viewer.userId ?? ip, source, isLocked })
  }
}
