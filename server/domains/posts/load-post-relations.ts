import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { FileRow } from '../../infra/files/entity.ts'
import { countLikesOfOthers } from '../reactions/like-counts.ts'
import type { Post } from './entity.ts'
import { filesOf } from '../../content/attachments.ts'

/** A post with what its view shows beside it. `likes` are those of others than the viewer. */
export type PostRelations = { post: Post; files: readonly FileRow[]; likes: number }

/** Reads in bulk what the views of these posts need. */
export async function loadPostRelations(
  em: SqlEntityManager,
  posts: readonly Post[],
  viewerId: string | null,
): Promise<PostRelations[]> {
  const ids = posts.map(({ id }) => id)
  const files = await filesOf(em, 'post', ids)
  const likes = await countLikesOfOthers(em, ids, viewerId)
  return posts.map((post) => ({ post, files: files.get(post.id) ?? [], likes: likes.get(post.id) ?? 0 }))
}
