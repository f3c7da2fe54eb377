import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Viewer } from '../../../content/access.ts'
import { filesOf } from '../../../content/attachments.ts'
import type { HeldFiles } from '../../../content/attachments.ts'
import { noTotals, totalsOf } from '../../../content/content-total.ts'
import type { Totals } from '../../../content/content-total.ts'
import { viewersOf } from '../../../content/viewers.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import type { Post } from './entity.ts'
import { pollCountsOf } from './poll-counts.ts'
import type { PollCounts } from './poll-counts.ts'
import { viewedPost } from './viewed-post.ts'

/** A post with what its view shows beside it. */
export type PostRelations = {
  post: Post
  viewer: Viewer
  held: HeldFiles
  totals: Totals
  /** Null without a vote. */
  counts: PollCounts | null
}

/** Reads in bulk what the views of these posts need. */
export async function loadPostRelations(
  em: SqlEntityManager,
  posts: readonly Post[],
  onlooker: Onlooker,
): Promise<PostRelations[]> {
  const ids = posts.map(({ id }) => id)
  const viewers = await viewersOf(em, onlooker, posts.map(viewedPost))
  const files = await filesOf(em, 'post', ids)
  const totals = await totalsOf(
    em,
    ids.map((id) => ({ objectType: 'feed', id })),
    onlooker.userId,
  )
  const asking = posts.filter(({ poll }) => poll !== null).map(({ id }) => id)
  const counts = await pollCountsOf(em, asking, onlooker.userId)
  return posts.map((post) => ({
    ...{ post, viewer: viewers(viewedPost(post)) },
    ...{ held: files.get(post.id) ?? {}, totals: totals.get(post.id) ?? noTotals },
    counts: counts.get(post.id) ?? null,
  }))
}
