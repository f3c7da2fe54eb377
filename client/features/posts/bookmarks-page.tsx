import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Bookmark } from 'lucide-react'
import type { Contents } from '../../core/sync/list-availability.ts'
import { textOf } from '../../core/api/error-message.ts'
import { NothingYet } from '../../core/sync/list-unavailable.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PostCard } from './post-card.tsx'
import { PostsSkeleton } from './posts-skeleton.tsx'
import { useBookmarks } from './use-bookmarks.ts'
import type { Bookmarks } from './use-bookmarks.ts'

type Props = { contents: Contents; isOffline: boolean }

/** The posts that the account has bookmarked. */
export function BookmarksPage({ contents, isOffline }: Props) {
  const { t } = useLingui()
  const bookmarks = useBookmarks()
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={t`Bookmarks`} />
      <div className="safe-x grid gap-4 pt-2 pb-10">
        {bookmarks ? <Bookmarked bookmarks={bookmarks} contents={contents} isOffline={isOffline} /> : <PostsSkeleton />}
      </div>
    </main>
  )
}

function Bookmarked({ bookmarks, contents, isOffline }: Props & { bookmarks: Bookmarks }) {
  const { t } = useLingui()
  const { shown, missing, isAsking, error, retry } = bookmarks
  if (shown.length === 0 && (isAsking || contents === 'coming')) return <PostsSkeleton />
  if (shown.length === 0 && missing > 0) {
    return <ErrorState title={t`Your bookmarks could not be loaded`} message={textOf(error)} onRetry={retry} />
  }
  if (shown.length === 0 && contents === 'away') {
    return <NothingYet icon={<Bookmark />} />
  }
  if (shown.length === 0) {
    return (
      <EmptyState icon={<Bookmark />} title={t`No bookmarks yet`}>
        <Trans>Posts that you bookmark appear here.</Trans>
      </EmptyState>
    )
  }
  const now = new Date()
  return (
    <>
      <ul role="list" aria-label={t`Bookmarks`} className="grid grid-cols-1 gap-4">
        {shown.map(({ post, author }) => (
          <li key={post._id} data-place={post._id}>
            <PostCard post={post} author={author} now={now} />
          </li>
        ))}
      </ul>
      {missing > 0 &&
        (error !== undefined && !isOffline ? (
          <ErrorState title={t`Your bookmarks could not be loaded`} message={textOf(error)} onRetry={retry} />
        ) : (
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
        ))}
    </>
  )
}
