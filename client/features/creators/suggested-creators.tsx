import { Trans, useLingui } from '@lingui/react/macro'
import { PerformerList } from '@vesper/sync/vesper/api/performers.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { Telescope } from 'lucide-react'
import type { ReactNode } from 'react'
import { textOf } from '../../core/api/error-message.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { CreatorCard } from './creator-card.tsx'
import { asPages } from './creator-api-path.ts'

type Props = {
  /** The account that looks. */
  except: string
  /** What can be done about a creator, below each card. */
  action: (creator: Creator) => ReactNode
  /** Stands beside the heading. */
  more?: ReactNode
}

/** Creators to get to know, those of the last visit when there is no line. */
export function SuggestedCreators({ except, action, more }: Props) {
  const { t } = useLingui()
  const { data, error, isLoading, mutate } = useKeptAnswer('/performers/user/search', PerformerList, {
    query: { pageSize: 12 },
    parts: asPages,
  })
  const creators = data?.data.filter((creator) => creator._id !== except)
  return (
    <section aria-labelledby="suggested" aria-busy={isLoading && !data} className="grid gap-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="suggested" className="text-lg font-bold">
          <Trans>Creators to discover</Trans>
        </h2>
        {more}
      </div>
      {creators && creators.length > 0 && (
        // What is for readers of screens alone has its place within, or the page is as wide as all cards together.
        <ul className="relative grid snap-x auto-cols-[minmax(11rem,1fr)] grid-flow-col gap-3 overflow-x-auto py-1">
          {creators.map((creator) => (
            <li key={creator._id} className="flex snap-start">
              <CreatorCard creator={creator} action={action(creator)} />
            </li>
          ))}
        </ul>
      )}
      {!creators && isLoading && <LoadingCards />}
      {creators?.length === 0 && (
        <EmptyState icon={<Telescope />} title={t`No creators yet`}>
          <Trans>New creators appear here when they join.</Trans>
        </EmptyState>
      )}
      {!creators && !isLoading && (
        <ErrorState title={t`Creators could not be loaded`} message={textOf(error)} onRetry={() => void mutate()} />
      )}
    </section>
  )
}

function LoadingCards() {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-66 rounded-card" />
      ))}
    </div>
  )
}
