import { Trans, useLingui } from '@lingui/react/macro'
import { PerformerList } from '@vesper/sync/vesper/api/performers.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { Telescope } from 'lucide-react'
import type { ReactNode } from 'react'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { asPages } from '../../entities/creators/creator-api-path.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { CreatorSection } from './creator-section.tsx'

const PATH = '/performers/top'
const SHOWN = 12
const query = { pageSize: SHOWN }

/** The creators with the highest score; those of the last visit without a connection. */
export function TopCreators({ card }: { card: (creator: Creator) => ReactNode }) {
  const { t } = useLingui()
  const { data, error, isLoading, mutate } = useKeptAnswer(PATH, PerformerList, { query, parts: asPages })
  const keptAt = useKeptAt(PATH, query)
  const retry = () => void mutate()
  return (
    <CreatorSection
      title={t`Top creators`}
      creators={data?.data}
      keptAt={keptAt}
      isLoading={isLoading}
      expected={SHOWN}
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
