import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { accessOf } from '../../../content/access.ts'
import { viewersOf } from '../../../content/viewers.ts'
import type { ViewedObject } from '../../../content/viewers.ts'
import type { FileHolder, Onlooker } from '../../../infra/files/attachment.ts'
import type { Access } from '../../../infra/things/thing.ts'
import { Post } from './entity.ts'

/** A post as the object of a view or an entitlement. */
export function viewedPost({ id, performerId }: Pick<Post, 'id' | 'performerId'>): ViewedObject {
  return { objectType: 'feed', id, performerId }
}

/** The access of an onlooker to one post. */
export async function postAccess(em: SqlEntityManager, onlooker: Onlooker, post: Post): Promise<Access> {
  const viewers = await viewersOf(em, onlooker, [viewedPost(post)])
  return accessOf(viewers(viewedPost(post)), post)
}

/** Tells if an onlooker may see the files that a post has in one place. */
export const mayViewFiles: FileHolder['mayView'] = async ({ em }, postId, { role, ...onlooker }) => {
  const post = await em.findOne(Post, { id: postId })
  const access = post ? await postAccess(em, onlooker, post) : 'hidden'
  return access === 'open' || (access === 'locked' && (role === 'thumbnail' || role === 'teaser'))
}
