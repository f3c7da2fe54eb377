import { Trans, useLingui } from '@lingui/react/macro'
import type { Notice } from '@vesper/sync/vesper/records/notification.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Bell } from 'lucide-react'
import { useShownCount } from '../../core/page/use-shown-count.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate, formatRelative } from '../../ui/text/date-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { byDay } from './by-day.ts'
import { NoticeRow } from './notice-row.tsx'
import { PushCard } from './push-card.tsx'
import { PushSettings } from './push-settings.tsx'
import { usePush } from './use-push.ts'
import { useReadSeq } from './use-unread.ts'

const PAGE = 50

type OnReply = (to: Notice['actors'][number]) => void
type Props = { contents: Contents; user: Pick<Profile, '_id' | 'isPerformer'>; onReply: OnReply }

/** Deeds of others that concern the account, from this device alone. */
export function ActivityPage({ contents, user, onReply }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const { db } = sync
  const held = useLiveQuery(() => db.notifications.orderBy('seq').reverse().toArray(), [db])
  const readSeq = useReadSeq()
  const isLoading = held === undefined || readSeq === undefined || (held.length === 0 && contents === 'coming')
  const push = usePush()
  const lastSeq = held?.[0]?.seq ?? 0
  const read = (seq: number) => void sync.mutate('notification.read-all', { seq })
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Activity`}
        actions={
          <>
            {!isLoading && lastSeq > readSeq && (
              <Button kind="secondary" className="px-3 text-sm" onClick={() => read(lastSeq)}>
                <Trans>Mark all as read</Trans>
              </Button>
            )}
            <PushSettings {...push} account={user._id} isCreator={user.isPerformer} />
          </>
        }
      />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        <PushCard {...push} account={user._id} />
        {isLoading ? (
          <ActivitySkeleton label={t`Loading your activity`} />
        ) : held.length > 0 ? (
          <Activity
            notices={held}
            readSeq={readSeq}
            onReply={onReply}
            onOpen={({ seq }) => seq > readSeq && read(seq)}
          />
        ) : contents === 'away' ? (
          <ListUnavailable icon={<Bell />} />
        ) : (
          <EmptyState icon={<Bell />} title={t`Nothing has happened yet`}>
            <Trans>Likes, comments, follows and news about your account appear here.</Trans>
          </EmptyState>
        )}
      </div>
    </main>
  )
}

type ListProps = {
  notices: readonly Notice[]
  readSeq: number
  onOpen: (notice: Notice) => void
  onReply: OnReply
}

function Activity({ notices, readSeq, onOpen, onReply }: ListProps) {
  const { t, i18n } = useLingui()
  const now = useMinute()
  const [shown, showMore] = useShownCount('activity', PAGE)
  const dayName = (key: number, at: Date) => {
    if (key > 1) return formatDate(at, i18n.locale, { weekday: 'long', day: 'numeric', month: 'long' })
    return formatRelative(-key, 'day', i18n.locale)
  }
  return (
    <>
      <ul role="list" aria-label={t`Activity`} className="grid gap-6">
        {byDay(notices.slice(0, shown), now).map(({ key, at, notices: ofDay }) => (
          <li key={key} className="grid gap-2">
            <h2 className="px-3 text-sm font-semibold text-muted first-letter:uppercase">{dayName(key, at)}</h2>
            <ul role="list" className="grid gap-1">
              {ofDay.map((notice) => (
                <li key={notice._id} data-place={notice._id}>
                  <NoticeRow
                    notice={notice}
                    isUnread={notice.seq > readSeq}
                    onOpen={() => onOpen(notice)}
                    onReply={onReply}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {notices.length > shown && (
        <Button kind="secondary" className="justify-self-center" onClick={() => showMore(PAGE)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}

function ActivitySkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="sr-only">{label}</span>
      {['w-3/4', 'w-2/3', 'w-5/6', 'w-1/2'].map((width) => (
        <div key={width} className="flex items-center gap-3.5 px-3 py-2">
          <Skeleton className="size-12 rounded-full" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}
