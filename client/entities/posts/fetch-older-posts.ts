import { FeedList } from '@vesper/sync/vesper/api/posts.ts'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'

const PAGE_SIZE = 20

/** How bringing older posts went; `stuck`: the server answered and had none. */
export type Fetched = 'more' | 'offline' | 'failed' | 'stuck'

/** Brings the posts of a creator that came out before a moment onto this device, their tombstones included. */
export async function fetchOlderPosts(
  sync: Sync,
  { performerId, before }: { performerId: string; before: string },
): Promise<Fetched> {
  try {
    const { data } = await callApi({
      path: `/user/feeds/search/${performerId}`,
      query: { before, pageSize: PAGE_SIZE, removed: 'true' },
      answer: FeedList,
    })
    await sync.storePage(
      'posts',
      data.map(({ performer: _performer, ...post }) => post),
    )
    return data.length > 0 ? 'more' : 'stuck'
  } catch (error) {
    return error instanceof ConnectionError ? 'offline' : 'failed'
  }
}
