import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import type { App } from '../../../app.ts'
import { noPost } from './commands.ts'
import { Post } from './entity.ts'
import { loadPostRelations } from './load-post-relations.ts'
import { postView } from './views.ts'

/** Reads one of a creator's posts as its author sees it. Refuses as `not-found` a post of others and a removed one. */
export async function ownPost(app: App, performerId: string, id: string): Promise<PostRecord> {
  const post = await app.orm.em.fork().findOne(Post, { id, performerId, status: { $ne: 'removed' } })
  const [view] = post ? await ownPosts(app, performerId, [post]) : []
  if (!view) throw noPost()
  return view
}

/** The views of these posts for their author. */
export async function ownPosts(app: App, userId: string, posts: readonly Post[]): Promise<PostRecord[]> {
  const parts = await loadPostRelations(app.orm.em.fork(), posts, { userId, now: app.clock() })
  return parts.flatMap((each) => postView(app, each) ?? [])
}
