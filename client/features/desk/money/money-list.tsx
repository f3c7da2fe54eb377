import { Trans, useLingui } from '@lingui/react/macro'
import { Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PagedAnswer } from '../../../core/api/use-paged-list.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'

type Props<Item> = {
  list: PagedAnswer<Item>
  failedTitle: string
  onMore: () => void
  children: (items: readonly Item[]) => ReactNode
}

/** A list of the desk in each of its states: on its way, failed, empty, or its rows with a button for more. */
export function MoneyList<Item>({ list, failedTitle, onMore, children }: Props<Item>) {
  const { t } = useLingui()
  if (list.items === undefined) {
    if (list.failure === null) return <Skeleton className="h-64 rounded-card" />
    return <ErrorState title={failedTitle} message={list.failure} onRetry={list.retry} />
  }
  if (list.items.length === 0) return <EmptyState icon={<Landmark />} title={t`Nothing here`} />
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
