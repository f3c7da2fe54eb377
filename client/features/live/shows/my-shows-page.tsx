import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShowList } from '@vesper/sync/vesper/api/live-shows.ts'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { useUnit } from 'effector-react'
import { Video } from 'lucide-react'
import { useState } from 'react'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import { clockTime } from '../../../core/media/clock-time.ts'
import { BackButton } from '../../../core/page/back-button.tsx'
import { ListUnavailable } from '../../../core/sync/list-unavailable.tsx'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ListItem } from '../../../ui/list/list-item.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { isWaitingSeat } from './is-waiting-seat.ts'

/** The private and group shows of an account, the latest first. Each leads to the show, or to its receipt. */
export function MyShowsPage({ userId }: { userId: string }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [current, setCurrent] = useState(1)
  const list = usePagedList({ path: '/streaming/shows/search', answer: ShowList, search: { current }, pageSize: 25 })
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`My shows`} leading={<BackButton />} />
      <div className="safe-x grid grid-cols-1 gap-3 pt-2 pb-12">
        <PagedList
          list={list}
          label={t`My shows`}
          failedTitle={t`Your shows could not be loaded`}
          skeleton={<Skeleton className="h-32 rounded-card" />}
          empty={
            <EmptyState
              icon={<Video />}
              title={t`No shows yet`}
              action={
                <Link to="/live" className={buttonClass('secondary')}>
                  <Trans>See who is live</Trans>
                </Link>
              }
            >
              <Trans>Ask a creator for a private show on their page, or take a seat in a group show.</Trans>
            </EmptyState>
          }
          offline={isOffline && <ListUnavailable icon={<Video />} />}
          onMore={() => setCurrent(current + 1)}
        >
          {(show) => <ShowItem show={show} userId={userId} />}
        </PagedList>
      </div>
    </main>
  )
}

function ShowItem({ show, userId }: { show: Show; userId: string }) {
  const { i18n } = useLingui()
  const state = useStateWords(show)
  const other = show.performer._id === userId ? show.fan : show.performer
  const { name } = other
  const hasCost = show.status === 'active' || show.status === 'ended'
  return (
    <Link
      to="/show/$requestId"
      params={{ requestId: show._id }}
      className="block rounded-control transition-colors duration-150 hover:bg-raised"
    >
      <ListItem
        leading={<Avatar name={name} src={other.avatar} />}
        title={show.kind === 'group' ? <Trans>Group show with {name}</Trans> : <Trans>Private show with {name}</Trans>}
        subtitle={
          <>
            {state} ·{' '}
            <time dateTime={show.createdAt}>
              {formatDate(new Date(show.createdAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
          </>
        }
        trailing={
          hasCost && (
            <span className="grid justify-items-end text-sm tabular-nums">
              <span className="font-semibold text-ink">
                <Plural value={show.charged} one="# token" other="# tokens" />
              </span>
              <span className="text-muted">{clockTime(show.seconds)}</span>
            </span>
          )
        }
      />
    </Link>
  )
}

function useStateWords(show: Show): string {
  const { t } = useLingui()
  if (isWaitingSeat(show)) return t`Waits until enough fans have a seat`
  return {
    requested: t`Waiting for an answer`,
    expired: t`Not answered in time`,
    canceled: show.kind === 'group' ? t`Left before it began` : t`Taken back`,
    declined: t`Declined`,
    accepted: t`Connecting`,
    failed: t`Did not begin`,
    active: t`Runs now`,
    ended: t({ message: 'Ended', context: 'stream' }),
  }[show.status]
}
