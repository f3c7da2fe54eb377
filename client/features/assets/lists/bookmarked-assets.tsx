import { Trans } from '@lingui/react/macro'
import { AssetList } from '@vesper/sync/vesper/api/assets.ts'
import type { AssetCard as Card } from '@vesper/sync/vesper/records/asset.ts'
import { useReadUntilPrepared } from '../../../entities/content/use-read-until-prepared.ts'
import { BookmarkList } from '../../../entities/reactions/bookmark-list.tsx'
import type { BookmarkScreen } from '../../../entities/reactions/bookmark-list.tsx'
import { useBookmarked } from '../../../entities/reactions/use-bookmarked.ts'
import type { Bookmarked } from '../../../entities/reactions/use-bookmarked.ts'
import { plurals } from '../asset-path.ts'
import type { PagedKind } from '../asset-path.ts'
import { AssetCard } from '../cards/asset-card.tsx'
import { columns, LoadingCards } from './asset-grid.tsx'

/** The galleries, videos or products that the account has bookmarked. */
export function BookmarkedAssets({ kind, ...screen }: BookmarkScreen & { kind: PagedKind }) {
  const bookmarked = useBookmarked({
    ...{ objectType: kind, path: `/reactions/${plurals[kind]}/bookmark`, answer: AssetList },
  })
  useReadUntilPrepared([...(bookmarked?.answered.values() ?? [])], async () => bookmarked?.retry())
  return (
    <BookmarkList
      {...screen}
      bookmarks={bookmarked && shownOf(bookmarked)}
      keyOf={({ _id }) => _id}
      skeleton={<LoadingCards kind={kind} />}
      emptyText={<EmptyWord kind={kind} />}
      className={columns[kind]}
    >
      {(asset) => <AssetCard asset={{ ...asset, kind }} />}
    </BookmarkList>
  )
}

function shownOf({ ids, answered, isWhole, ...state }: Bookmarked<Card>) {
  const found = ids.map((id) => answered.get(id) ?? null)
  const shown = found.filter((asset) => asset !== null)
  return { ...state, shown, missing: isWhole ? 0 : found.length - shown.length }
}

function EmptyWord({ kind }: { kind: PagedKind }) {
  if (kind === 'gallery') return <Trans>Galleries that you bookmark appear here.</Trans>
  return kind === 'video' ? (
    <Trans>Videos that you bookmark appear here.</Trans>
  ) : (
    <Trans>Products that you bookmark appear here.</Trans>
  )
}
