import { FeedList } from '@vesper/sync/vesper/api/posts.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { keptAnswer } from '../../core/api/use-cached-query.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { isShown } from './contiguous-feed.ts'
import { creatorFeedPath, PAGE_SIZE } from './creator-feed-path.ts'
import { newestFirst } from './newest-first.ts'

/** Creators whose posts are on their way: the account has followed them, and the sync has not brought their posts yet. */
export type Awaited = {
  creators: Creator[]
  /** Their posts that were seen on their pages and can be read, newest first. */
  posts: Post[]
}

type Tables = Pick<Sync['db'], 'follows' | 'spaces' | 'creators'>

export function useAwaitedPosts({ db }: { db: Tables }, account: string): Awaited | undefined {
  return useLiveQuery(() => readAwaited(db, account), [db, account])
}

async function readAwaited(db: Tables, account: string): Promise<Awaited> {
  const followed = await db.follows.toCollection().primaryKeys()
  const held = await db.spaces.bulkGet(followed.map(spaceOfPerformer))
  const missing = followed.filter((_, index) => !held[index])
  const creators = (await db.creators.bulkGet(missing)).filter((creator) => creator !== undefined)
  const posts = creators.flatMap(({ _id }) => keptPosts(account, _id))
  return { creators, posts: posts.toSorted(newestFirst) }
}

/** A locked post was seen before the account followed, and may be open by now. */
function keptPosts(account: string, creatorId: string): Post[] {
  const kept = keptAnswer(account, { path: creatorFeedPath(creatorId), query: { pageSize: PAGE_SIZE } }, FeedList)
  return (kept?.data ?? []).filter((post) => isShown(post) && !post.isLocked)
}
