import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { equal } from '@vesper/sync/engine/core/equal.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { ArrowUp } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useOnReconnect } from '../../core/connection/use-on-reconnect.ts'
import { openEntry, placeAt } from '../../core/page/kept-places.ts'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { useDrawnNear } from '../../ui/use-drawn-near.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { estimateCardHeight } from './estimate-card-height.ts'
import { PostCard } from './post-card.tsx'
import type { Author, OlderState } from './use-feed.ts'
import { useNewPostsHold } from './use-new-posts-hold.ts'

/** The cards that fill a screen. */
const FIRST_DRAWN = 4

type Props = {
  posts: Post[]
  authors: ReadonlyMap<string, Author>
  older: OlderState
  onOlder: () => void
}

/**
 * A feed of any length. A card out of sight is not drawn and keeps its room; what comes in above while somebody reads
 * further down waits for a press, so that nothing moves under their eyes.
 */
export function FeedList({ posts, authors, older, onOlder }: Props) {
  const { t } = useLingui()
  const now = useMinute()
  const { shown, waiting, release, top } = useNewPostsHold(posts)
  const list = useRef<HTMLUListElement>(null)
  const { drawn, heightOf } = useDrawnNear(
    list,
    shown.map(({ _id }) => _id),
    { count: FIRST_DRAWN, at: useState(() => placeIn(posts))[0] },
  )
  return (
    <div ref={top} className="grid scroll-mt-20 grid-cols-1 gap-4">
      {/* Takes no room, so that nothing moves when it comes and goes. */}
      <div className="sticky top-20 z-10 -mb-4 grid h-0 justify-items-center" aria-live="polite">
        {waiting > 0 && (
          <button
            type="button"
            onClick={release}
            className="inline-flex min-h-target items-center gap-2 rounded-full bg-accent px-5 text-sm font-semibold text-on-accent shadow-card"
          >
            <ArrowUp className="size-4" aria-hidden="true" />
            <Plural value={waiting} one="# new post" other="# new posts" />
          </button>
        )}
      </div>
      <ul ref={list} role="list" aria-label={t`Posts`} className="grid grid-cols-1 gap-4">
        {shown.map((post) => (
          <li
            key={post._id}
            data-place={post._id}
            style={roomOf(drawn.has(post._id), heightOf(post._id) ?? estimateCardHeight(post))}
          >
            {drawn.has(post._id) && <Card post={post} author={authors.get(post.performerId) ?? null} now={now} />}
          </li>
        ))}
      </ul>
      <FeedEnd older={older} onOlder={onOlder} />
    </div>
  )
}

/** The first of the posts that are drawn with the page: on the way back the one before the place that its user left. */
function placeIn(posts: readonly Post[]): number {
  const id = placeAt(openEntry())?.item?.id
  return Math.max(0, posts.findIndex(({ _id }) => _id === id) - 1)
}

/** A card that is not drawn has its room. */
function roomOf(isDrawn: boolean, height: number) {
  return isDrawn
    ? ({ contentVisibility: 'auto', containIntrinsicHeight: `auto ${height}px` } as const)
    : { minHeight: height }
}

/** A card whose post and author show the same is not drawn again: rows of the device come anew with each change of another. */
const Card = memo(
  PostCard,
  (before, next) =>
    before.now === next.now &&
    (before.author === next.author || faceOf(before.author) === faceOf(next.author)) &&
    (before.post === next.post || equal(bare(before.post), bare(next.post))),
)

/** Without what a row of the device has beside the post, and an answer of the server. */
function bare(post: Post & { $space?: unknown; performer?: unknown }): Post {
  return { ...post, $space: undefined, performer: undefined } as Post
}

function faceOf(author: Author | null): string {
  return author ? JSON.stringify([author._id, author.name, author.username, author.avatar]) : ''
}

function FeedEnd({ older, onOlder }: { older: OlderState; onOlder: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useNear(end, older === 'idle', onOlder)
  const isOffline = useOnReconnect(older === 'offline', onOlder)
  return (
    <div ref={end} className="grid min-h-14 place-items-center text-center text-sm text-muted">
      {older === 'end' && <Trans>You have reached the end.</Trans>}
      {older === 'loading' && (
        <p className="flex items-center gap-2">
          <Spinner className="size-4" />
          <Trans>Loading older posts</Trans>
        </p>
      )}
      {(older === 'offline' || older === 'failed') && (
        <p className="flex flex-wrap items-center justify-center gap-1">
          {older === 'offline' && isOffline ? (
            <Trans>Older posts load when you are back online.</Trans>
          ) : (
            <Trans>Older posts could not be loaded.</Trans>
          )}
          <button type="button" onClick={onOlder} className="min-h-target px-2 font-semibold text-accent-ink">
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
    </div>
  )
}

/** Calls when the element comes near the view, or is near already. */
function useNear(element: RefObject<HTMLElement | null>, isOn: boolean, onNear: () => void): void {
  useEffect(() => {
    if (!isOn || !element.current) return
    // One call tells of every frame since the last one: after a fast scroll the first of them may be of another place.
    const look = (entries: IntersectionObserverEntry[]) => entries.some((entry) => entry.isIntersecting) && onNear()
    const observer = new IntersectionObserver(look, { rootMargin: '1200px 0px' })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isOn, onNear])
}
