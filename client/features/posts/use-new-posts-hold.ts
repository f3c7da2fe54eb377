import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useCallback, useRef, useState } from 'react'
import { hasPlace } from './contiguous-feed.ts'

/** Scrolled past the top by less than this, somebody still sees it (CSS pixels). */
const NEAR = 200

/** Keeps what is newer than the first post shown out of the list while somebody reads further down. */
export function useNewPostsHold(posts: Post[]) {
  const top = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<string | null>(posts[0]?._id ?? null)
  const isReading = (top.current?.getBoundingClientRect().top ?? 0) < -NEAR
  const index = posts.findIndex(({ _id }) => _id === held)
  // One's own post that waits is what one has just written: it is never held back.
  const isHeldBack = isReading && index > 0 && posts.slice(0, index).every(hasPlace)
  const newest = posts[0]?._id ?? null
  if (!isHeldBack && held !== newest) setHeld(newest)
  const release = useCallback(() => {
    setHeld(null)
    top.current?.scrollIntoView()
  }, [])
  return { shown: isHeldBack ? posts.slice(index) : posts, waiting: isHeldBack ? index : 0, release, top }
}
