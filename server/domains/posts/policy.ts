import type { Post } from './entity.ts'

/** Who looks: nobody in particular when `userId` is null. `follows`: whether this account follows the post's performer. */
export type Viewer = { userId: string | null; follows: boolean }

/**
 * What a viewer sees of a post, on every surface: all of it (`open`), that it is there (`locked`), or nothing
 * (`hidden`). A post for subscribers, or for those who paid, is its author's alone as long as neither can be bought.
 */
export function postAccess(
  viewer: Viewer,
  post: Pick<Post, 'performerId' | 'status' | 'access'>,
): 'open' | 'locked' | 'hidden' {
  if (post.status === 'removed') return 'hidden'
  if (viewer.userId === post.performerId) return 'open'
  if (post.status !== 'published') return 'hidden'
  if (post.access === 'public') return 'open'
  return post.access === 'followers' && viewer.follows ? 'open' : 'locked'
}
