import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { User } from '../accounts/entity.ts'
import { Follow } from '../follows/entity.ts'
import { whereOpenToOthers } from '../../content/open-to-others.ts'
import { Post } from './entity.ts'
import { postAccess } from './policy.ts'
import type { Viewer } from './policy.ts'

/** How an account, or nobody in particular, stands to a performer. */
export async function viewerOf(em: SqlEntityManager, userId: string | null, performerId: string): Promise<Viewer> {
  const follows = userId !== null && (await em.count(Follow, { followerId: userId, performerId })) > 0
  return { userId, follows }
}

/** Whether the viewer may read the whole post, its photos included. Nobody else may while the account is not open to others. */
export async function mayReadPost(em: SqlEntityManager, postId: string, viewerId: string): Promise<boolean> {
  const post = await em.findOne(Post, { id: postId })
  if (!post || postAccess(await viewerOf(em, viewerId, post.performerId), post) !== 'open') return false
  return post.performerId === viewerId || (await em.count(User, { id: post.performerId, ...whereOpenToOthers() })) > 0
}
