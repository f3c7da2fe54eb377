import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { SEEN_POSTS_MAX } from '@vesper/sync/vesper/api/posts.ts'
import type { ViewSource } from '@vesper/sync/vesper/api/view-sources.ts'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { callApi } from '../../core/api/api.ts'
import { $user } from '../../core/session/model.ts'
import { viewSource } from '../../entities/content/view-source.ts'

/** A post in view for so long counts as seen. */
const LOOK_MS = 1_000
/** Posts that were seen are reported together, after so long. */
const REPORT_MS = 5_000
/** The server counts a viewer once an hour. */
const HOUR_MS = 3_600_000

/** Reports posts as seen, each at most once an hour. A report that gets lost is not repeated: views are no records. */
export class SeenPosts {
  readonly #send: (ids: string[], source: ViewSource) => void
  readonly #hours = new Map<string, number>()
  #waiting = new Map<string, ViewSource>()

  constructor(send: (ids: string[], source: ViewSource) => void) {
    this.#send = send
  }

  add(postId: string): void {
    const hour = Math.floor(Date.now() / HOUR_MS)
    if (this.#hours.get(postId) === hour) return
    this.#hours.set(postId, hour)
    if (this.#waiting.size === 0) setTimeout(() => this.report(), REPORT_MS)
    this.#waiting.set(postId, viewSource())
    if (this.#waiting.size >= SEEN_POSTS_MAX) this.report()
  }

  report(): void {
    const bySource = Map.groupBy(this.#waiting, ([, source]) => source)
    this.#waiting = new Map()
    for (const [source, seen] of bySource) {
      this.#send(
        seen.map(([id]) => id),
        source,
      )
    }
  }
}

const seen = new SeenPosts((ids, source) => {
  callApi({ method: 'POST', path: '/user/feeds/views', body: { ids, source }, answer: Done }).catch(() => {})
})

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && seen.report())
}

/** Has a published post of another creator, open or locked at a price, counted once half of it, or of the screen, was in view for a second. */
export function useSeen(post: Post, posts: SeenPosts = seen): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const viewer = useUnit($user)?._id
  const { _id } = post
  const isCounted = !post.isLocked || post.access === 'paid'
  const counts = isConfirmed(post) && post.status === 'published' && isCounted && post.performerId !== viewer
  useEffect(() => {
    if (!counts || !element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (entries: IntersectionObserverEntry[]) => {
      clearTimeout(timer)
      const last = entries.at(-1)
      if (last && isInView(last)) timer = setTimeout(() => posts.add(_id), LOOK_MS)
    }
    const observer = new IntersectionObserver(look, { threshold: [0, 0.25, 0.5, 0.75] })
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [_id, counts, posts])
  return element
}

function isInView({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry): boolean {
  if (!isIntersecting) return false
  return intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)
}
