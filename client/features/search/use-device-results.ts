import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { nameHasWords, searchWords, textHasWords } from '@vesper/sync/vesper/records/search-words.ts'
import { useEffect, useState } from 'react'
import { openedSync } from '../../core/sync/sync.ts'

const POSTS_MAX = 50

type DeviceResults = { creators: Creator[]; posts: FeedPost[] }

/** The creators and open posts on this device that have all the words; undefined while they are read. */
export function useDeviceResults(q: string): DeviceResults | undefined {
  const [read, setRead] = useState<{ q: string; results: DeviceResults } | null>(null)
  useEffect(() => {
    let isCurrent = true
    searchDevice(q)
      .then((results) => isCurrent && setRead({ q, results }))
      .catch((error: unknown) => console.warn('This device could not be searched', error))
    return () => {
      isCurrent = false
    }
  }, [q])
  return read?.q === q ? read.results : undefined
}

async function searchDevice(q: string): Promise<DeviceResults> {
  const db = (await openedSync())?.db
  if (!db) return { creators: [], posts: [] }
  const [creators, posts] = await Promise.all([db.creators.toArray(), db.posts.toArray()])
  return matching({ creators, posts }, q)
}

/** The rows that have every word of `q`: creators in names, posts in text and tags, the newest first, as the server finds them. */
export function matching(held: { creators: readonly Creator[]; posts: readonly Post[] }, q: string): DeviceResults {
  const words = searchWords(q)
  const authors = new Map(held.creators.map((creator) => [creator._id, creator]))
  const posts = held.posts
    .filter(
      ({ status, isLocked, text, tags }) =>
        status === 'published' && !isLocked && textHasWords(`${text} ${(tags ?? []).join(' ')}`, words),
    )
    .toSorted((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? ''))
    .slice(0, POSTS_MAX)
  return {
    creators: held.creators.filter(({ name, username }) => nameHasWords(`${name} ${username}`, words)),
    posts: posts.flatMap((post) => {
      const performer = authors.get(post.performerId)
      return performer ? [{ ...post, performer }] : []
    }),
  }
}
