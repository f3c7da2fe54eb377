import { Trans } from '@lingui/react/macro'
import { listOf } from '@vesper/sync/vesper/api/fields.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { BookmarkList } from '../../entities/reactions/bookmark-list.tsx'
import type { BookmarkScreen } from '../../entities/reactions/bookmark-list.tsx'
import { useBookmarked } from '../../entities/reactions/use-bookmarked.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { CreatorCard } from './creator-card.tsx'

const CreatorList = listOf(Creator)
const columns = 'grid grid-cols-2 gap-4 sm:grid-cols-3'

/** The creators whom the account has bookmarked. */
export function BookmarkedCreators(screen: BookmarkScreen) {
  const bookmarked = useBookmarked({
    ...{ objectType: 'performer', path: '/reactions/performers/bookmark', answer: CreatorList },
  })
  const found = bookmarked?.ids.map((id) => bookmarked.answered.get(id) ?? null) ?? []
  const shown = found.filter((creator) => creator !== null)
  const missing = bookmarked?.isWhole ? 0 : found.length - shown.length
  return (
    <BookmarkList
      {...screen}
      bookmarks={bookmarked && { ...bookmarked, shown, missing }}
      keyOf={({ _id }) => _id}
      skeleton={<Loading />}
      emptyText={<Trans>Creators that you bookmark appear here.</Trans>}
      className={columns}
    >
      {(creator) => <CreatorCard creator={creator} />}
    </BookmarkList>
  )
}

function Loading() {
  return (
    <div className={columns}>
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-48 rounded-card" />
      ))}
    </div>
  )
}
