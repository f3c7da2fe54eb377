import { PostList } from '@vesper/sync/vesper/api/posts.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useUnit } from 'effector-react'
import useSWR from 'swr'
import { callApi } from '../../../core/api/api.ts'
import { listTiming } from '../../../core/api/use-cached-query.ts'
import { $user } from '../../../core/session/model.ts'

export type PostCounts = Pick<Post, 'likes' | 'comments' | 'views' | 'voters'>

const query = { status: 'published', sortBy: 'publishedAt', sort: 'desc', pageSize: 100 }

/**
 * The counts of the newest own posts, by id, as the server has them now. A row on the device has those of when it was
 * read. Empty until the answer is there, and without a connection.
 */
export function useCountsNow(): ReadonlyMap<string, PostCounts> {
  const account = useUnit($user)?._id
  const { data } = useSWR(
    account ? [account, 'own-counts'] : null,
    async () => {
      const { data: posts } = await callApi({ path: '/performer/feeds', query, answer: PostList })
      return new Map(posts.map(({ _id, likes, comments, views, voters }) => [_id, { likes, comments, views, voters }]))
    },
    listTiming,
  )
  return data ?? new Map()
}
