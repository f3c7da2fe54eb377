import { useLingui } from '@lingui/react/macro'
import { AssetList } from '@vesper/sync/vesper/api/assets.ts'
import { useUnit } from 'effector-react'
import { useId } from 'react'
import { AsOf } from '../../../core/api/as-of.tsx'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../../core/api/use-cached-query.ts'
import { $offline } from '../../../core/connection/model.ts'
import { useReadUntilPrepared } from '../../../entities/content/use-read-until-prepared.ts'
import { CardRow } from '../../../ui/list/card-row.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { plurals } from '../asset-path.ts'
import type { PagedKind } from '../asset-path.ts'
import { AssetCard } from '../cards/asset-card.tsx'

const query = { sortBy: 'publishedAt', sort: 'desc', pageSize: 12 }

/** The latest galleries, videos or products of all creators in a row. Nothing where there are none, or none can be had. */
export function LatestAssets({ kind }: { kind: PagedKind }) {
  const { t } = useLingui()
  const id = useId()
  const isOffline = useUnit($offline)
  const path = `/performer-assets/${plurals[kind]}/search`
  const { data, error, isLoading, mutate } = useKeptAnswer(path, AssetList, { query })
  const keptAt = useKeptAt(path, query)
  useReadUntilPrepared(data?.data ?? [], mutate)
  const retry = () => void mutate()
  const titles: Record<PagedKind, string> = {
    video: t`New videos`,
    gallery: t`New galleries`,
    product: t`New products`,
  }
  if (data ? data.data.length === 0 : isOffline && !isLoading) return null
  return (
    <section aria-labelledby={id} aria-busy={!data && isLoading} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-lg font-bold">
        {titles[kind]}
      </h2>
      {data && <AsOf at={keptAt} />}
      {data && (
        <CardRow items={data.data} label={titles[kind]}>
          {(asset) => <AssetCard asset={{ ...asset, kind }} />}
        </CardRow>
      )}
      {!data && isLoading && <Skeleton className="h-56 rounded-card" />}
      {!data && !isLoading && (
        <ErrorState title={t`This list could not be loaded`} message={errorMessage(error)} onRetry={retry} />
      )}
    </section>
  )
}
