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

/** Tells if an onlooker may see a file that posts have in one place each. */
export const filesViewableOf: FileHolder['viewableOf'] = async ({ em }, held, onlooker) => {
  const posts = await em.find(Post, { id: { $in: held.map(({ id }) => id) } })
  const viewers = await viewersOf(em, onlooker, posts.map(viewedPost))
  const access = new Map(posts.map((post) => [post.id, accessOf(viewers(viewedPost(post)), post)]))
  return held.some(({ id, role }) => {
    const isShown = role === 'thumbnail' || role === 'teaser'
    return access.get(id) === 'open' || (access.get(id) === 'locked' && isShown)
  })
}
