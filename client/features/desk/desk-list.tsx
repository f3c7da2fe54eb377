import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import type { Pages } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'

type Props<Item> = {
  list: Pages<Item>
  failedTitle: string
  empty: ReactNode
  onMore: () => void
  children: (items: readonly Item[]) => ReactNode
}

/** The states of a table of the desk: it loads, cannot be loaded, is empty, or has more rows. */
export function DeskList<Item>({ list, failedTitle, empty, onMore, children }: Props<Item>) {
  const { t } = useLingui()
  if (list.items === undefined) {
    if (list.failure === null) return <Skeleton className="h-64 rounded-card" />
    return <ErrorState title={failedTitle} message={list.failure} onRetry={list.retry} />
  }
  if (list.items.length === 0) {
    return (
      <EmptyState icon={<SearchX />} title={t`Nothing here`}>
        {empty}
      </EmptyState>
    )
  }
  return (
    <>
      {children(list.items)}
      {list.hasMore && (
        <Button
          kind="secondary"
          className="justify-self-center"
          busy={list.isLoading}
          onClick={() => (list.failure === null ? onMore() : list.retry())}
        >
          {list.failure === null ? <Trans>Show more</Trans> : <Trans>Try again</Trans>}
        </Button>
      )}
    </>
  )
}
