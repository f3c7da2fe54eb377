import { Trans, useLingui } from '@lingui/react/macro'
import type { AssetCard as Card } from '@vesper/sync/vesper/records/asset.ts'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { AsOf } from '../../../core/api/as-of.tsx'
import type { PagedAnswer } from '../../../core/api/use-paged-list.ts'
import { $offline } from '../../../core/connection/model.ts'
import { ListUnavailable } from '../../../core/sync/list-unavailable.tsx'
import { useReadUntilPrepared } from '../../../entities/content/use-read-until-prepared.ts'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import type { PagedKind } from '../asset-path.ts'
import { AssetCard } from '../cards/asset-card.tsx'

type Props<Item> = {
  list: PagedAnswer<Item>
  kind: PagedKind
  /** Names the list. */
  label: string
  icon: ReactNode
  empty: ReactNode
  isNamed?: boolean
  action?: (asset: Item) => ReactNode
  onMore: () => void
}

/** The grid of each kind. */
export const columns: Record<PagedKind, string> = {
  gallery: 'grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 sm:grid-cols-3',
  video: 'grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2',
  product: 'grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 sm:grid-cols-3',
}

/** Cards of one kind with their states: loading, failed, away, empty, kept, and more to show. */
export function AssetGrid<Item extends Card>({ list, kind, label, isNamed = true, action, ...props }: Props<Item>) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  useReadUntilPrepared(list.items ?? [], list.reload)
  return (
    <div className="grid gap-4" aria-busy={list.isLoading && !list.items}>
      {list.items && <AsOf at={list.keptAt} />}
      <PagedList
        list={list}
        label={label}
        failedTitle={t`This list could not be loaded`}
        skeleton={<LoadingCards kind={kind} />}
        offline={isOffline && list.failure !== null && <Away icon={props.icon} />}
        empty={props.empty}
        onMore={props.onMore}
        className={columns[kind]}
        itemClassName="flex"
      >
        {(asset) => <AssetCard asset={{ ...asset, kind }} isNamed={isNamed} action={action?.(asset)} />}
      </PagedList>
    </div>
  )
}

/** A list that this device has never seen, without a connection. */
export function Away({ icon }: { icon: ReactNode }) {
  return (
    <ListUnavailable icon={icon}>
      <Trans>It appears here when you are back online.</Trans>
    </ListUnavailable>
  )
}

/** Stands for cards on their way. */
export function LoadingCards({ kind }: { kind: PagedKind }) {
  return (
    <div className={columns[kind]}>
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className={kind === 'product' ? 'h-80 rounded-card' : 'h-56 rounded-card'} />
      ))}
    </div>
  )
}
