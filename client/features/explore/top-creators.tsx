import { Trans, useLingui } from '@lingui/react/macro'
import { PerformerList } from '@vesper/sync/vesper/api/performers.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { Telescope } from 'lucide-react'
import type { ReactNode } from 'react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { useLineBack } from '../../core/connection/use-on-reconnect.ts'
import { asPages } from '../../core/creators/creator-api-path.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CreatorSection } from './creator-section.tsx'

/** The creators with the highest score; those of the last visit without a connection. */
export function TopCreators({ card }: { card: (creator: Creator) => ReactNode }) {
  const { t } = useLingui()
  const { data, error, isLoading, mutate } = useKeptAnswer('/performers/top', PerformerList, {
    query: { pageSize: 12 },
    parts: asPages,
  })
  const retry = () => void mutate()
  useLineBack(error !== undefined, retry)
  return (
    <CreatorSection
      title={t`Top creators`}
      creators={data?.data}
      isLoading={isLoading}
      error={error}
      onRetry={retry}
      empty={
        <EmptyState icon={<Telescope />} title={t`No creators yet`}>
          <Trans>New creators appear here when they join.</Trans>
        </EmptyState>
      }
      card={card}
    />
  )
}
