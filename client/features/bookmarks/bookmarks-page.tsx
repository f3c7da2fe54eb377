import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Tabs } from '../../ui/overlay/tabs.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { bookmarkKinds } from './bookmark-kinds.ts'
import type { BookmarkKind } from './bookmark-kinds.ts'

type Props = {
  shown: BookmarkKind
  onShow: (kind: BookmarkKind) => void
  lists: Record<BookmarkKind, ReactNode>
}

/** The bookmarks of the account, by kind. */
export function BookmarksPage({ shown, onShow, lists }: Props) {
  const { t } = useLingui()
  const labels: Record<BookmarkKind, string> = {
    ...{ posts: t`Posts`, galleries: t`Galleries`, videos: t`Videos` },
    ...{ products: t`Products`, creators: t`Creators` },
  }
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={t`Bookmarks`} />
      <div className="safe-x pt-2 pb-10">
        <Tabs
          label={t`Bookmarks`}
          value={shown}
          onChange={onShow}
          tabs={bookmarkKinds.map((value) => ({ value, label: labels[value], content: lists[value] }))}
        />
      </div>
    </main>
  )
}
