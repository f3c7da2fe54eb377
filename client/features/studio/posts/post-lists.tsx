import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarClock, Newspaper } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOnReconnect } from '../../../core/connection/use-on-reconnect.ts'
import { beginningOf } from '../../../core/page/page-name.ts'
import type { Contents } from '../../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../../core/sync/list-unavailable.tsx'
import { BulkBar, BulkRow } from '../../../entities/bulk/bulk-bar.tsx'
import { useBulk } from '../../../entities/bulk/use-bulk.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { DraftCard } from '../drafts/draft-list.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import type { StudioItem } from '../studio-items.ts'
import { PostRow } from './post-row.tsx'
import { useBulkPosts } from './use-bulk-posts.ts'
import { useCountsNow } from './use-counts-now.ts'
import type { PostCounts } from './use-counts-now.ts'
import { usePublished, useScheduled } from './use-own-posts.ts'
import type { OlderState, OwnPosts } from './use-own-posts.ts'

/** `waiting`: drafts that are to be published, and are not yet. */
type Props = { accountId: string; contents: Contents; waiting: StudioItem[] }

/** The scheduled posts, the next first. */
export function ScheduledList({ accountId, contents, waiting }: Props) {
  const { t } = useLingui()
  return (
    <PostList
      label={t`Scheduled posts`}
      posts={useScheduled(accountId)}
      waiting={waiting}
      empty={
        contents === 'here' ? (
          <EmptyState icon={<CalendarClock />} title={t`Nothing is scheduled`}>
            <Trans>Scheduled posts wait here until their time.</Trans>
          </EmptyState>
        ) : (
          <NoneHere icon={<CalendarClock />} />
        )
      }
    />
  )
}

/** The published posts, the newest first, and the archived ones. */
export function PublishedList({ accountId, contents, waiting }: Props) {
  const { t } = useLingui()
  return (
    <PostList
      label={t`Published posts`}
      posts={usePublished(accountId)}
      counts={useCountsNow()}
      waiting={waiting}
      empty={
        contents === 'here' ? (
          <EmptyState icon={<Newspaper />} title={t`Nothing is published yet`}>
            <Trans>Your published posts appear here. You can edit, archive or remove them.</Trans>
          </EmptyState>
        ) : (
          <NoneHere icon={<Newspaper />} />
        )
      }
    />
  )
}

type ListProps = {
  label: string
  posts: OwnPosts
  /** The counts of posts, where the server has told them. */
  counts?: ReadonlyMap<string, PostCounts>
  waiting: StudioItem[]
  empty: ReactNode
}

function PostList({ label, posts: { items, older, showMore }, counts, waiting, empty }: ListProps) {
  const { things, ...deeds } = useBulkPosts(items ?? [])
  const bulk = useBulk(things)
  if (!items) return <ListSkeleton />
  if (items.length === 0 && waiting.length === 0 && older === 'end') return empty
  return (
    <div className="grid gap-3">
      {things.length > 0 && <BulkBar bulk={bulk} {...deeds} canChangeAudience />}
      <ul role="list" aria-label={label} className="grid gap-3">
        {waiting.map((item) => (
          <li key={item._id}>
            <DraftCard item={item} />
          </li>
        ))}
        {items.map((item) => (
          <li key={item.post._id}>
            <BulkRow bulk={bulk} id={item.post._id} name={beginningOf(item.post.text)}>
              <PostRow item={item} counts={counts?.get(item.post._id)} />
            </BulkRow>
          </li>
        ))}
      </ul>
      <More older={older} onMore={showMore} />
    </div>
  )
}

function NoneHere({ icon }: { icon: ReactNode }) {
  return (
    <ListUnavailable icon={icon}>
      <Trans>Your posts appear when you are back online.</Trans>
    </ListUnavailable>
  )
}

function More({ older, onMore }: { older: OlderState; onMore: () => void }) {
  const isOffline = useOnReconnect(older === 'offline', onMore)
  const isMissed = older === 'offline' || older === 'failed'
  return (
    <div className="grid justify-items-center gap-2">
      <p role="status" className="text-sm text-muted empty:absolute">
        {isMissed &&
          (older === 'offline' && isOffline ? (
            <Trans>Older posts load when you are back online.</Trans>
          ) : (
            <Trans>Older posts could not be loaded.</Trans>
          ))}
      </p>
      {older !== 'end' && (
        <Button kind="secondary" busy={older === 'loading'} onClick={onMore}>
          {isMissed ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
        </Button>
      )}
    </div>
  )
}
