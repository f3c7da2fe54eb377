import { Plural, useLingui } from '@lingui/react/macro'
import { Bookmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'

/** How a list of bookmarks stands. */
export type BookmarkState = { missing: number; isAsking: boolean; error: unknown; retry: () => void }

/** The screen's view of the connection and of this device. */
export type BookmarkScreen = { contents: Contents; isOffline: boolean }

type Props<Item> = BookmarkScreen & {
  /** Undefined until this device has been read; `missing` bookmarks cannot be shown. */
  bookmarks: (BookmarkState & { shown: readonly Item[] }) | undefined
  keyOf: (item: Item) => string
  skeleton: ReactNode
  /** Says what appears here. */
  emptyText: ReactNode
  className?: string
  children: (item: Item) => ReactNode
}

/** The bookmarks of one type with their states: loading, failed, away, empty, and some that are missing. */
export function BookmarkList<Item>({ bookmarks, contents, isOffline, ...props }: Props<Item>) {
  const { t } = useLingui()
  if (!bookmarks) return props.skeleton
  const { shown, missing, isAsking, error, retry } = bookmarks
  if (shown.length === 0 && (isAsking || contents === 'coming')) return props.skeleton
  if (shown.length === 0 && missing > 0 && !isOffline) {
    return <ErrorState title={t`Your bookmarks could not be loaded`} message={errorMessage(error)} onRetry={retry} />
  }
  if (shown.length === 0 && (missing > 0 || contents === 'away')) return <ListUnavailable icon={<Bookmark />} />
  if (shown.length === 0) {
    return (
      <EmptyState icon={<Bookmark />} title={t`No bookmarks yet`}>
        {props.emptyText}
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4">
      <ul role="list" aria-label={t`Bookmarks`} className={props.className ?? 'grid grid-cols-1 gap-4'}>
        {shown.map((item) => (
          <li key={props.keyOf(item)} data-place={props.keyOf(item)} className="flex *:min-w-0 *:flex-1">
            {props.children(item)}
          </li>
        ))}
      </ul>
      {missing > 0 && <Missing missing={missing} isOffline={isOffline} error={error} retry={retry} />}
    </div>
  )
}

function Missing({ missing, isOffline, error, retry }: Omit<BookmarkState, 'isAsking'> & { isOffline: boolean }) {
  const { t } = useLingui()
  if (error !== undefined && !isOffline) {
    return <ErrorState title={t`Your bookmarks could not be loaded`} message={errorMessage(error)} onRetry={retry} />
  }
  return (
    <p className="text-center text-sm text-muted">
      {isOffline ? (
        <Plural
          value={missing}
          one="# more appears when you are back online."
          other="# more appear when you are back online."
        />
      ) : (
        <Plural value={missing} one="# more cannot be shown." other="# more cannot be shown." />
      )}
    </p>
  )
}
