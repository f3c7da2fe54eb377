import { Trans, useLingui } from '@lingui/react/macro'
import type { Payout } from '@vesper/sync/vesper/api/payouts.ts'
import { useUnit } from 'effector-react'
import { Landmark } from 'lucide-react'
import { AsOf } from '../../core/api/as-of.tsx'
import type { PagedAnswer } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PayoutRow } from './payout-row.tsx'

type Props = {
  list: PagedAnswer<Payout>
  /** Cents that can be paid out now. */
  available: number
  minimum: number
  onMore: () => void
  onChanged: () => void
}

/** The creator's payouts, the latest first. */
export function PayoutsList({ list, available, minimum, onMore, onChanged }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-semibold">
        <Trans>Payouts so far</Trans>
      </h2>
      <AsOf at={list.keptAt} />
      <PagedList
        list={list}
        label={t`Payouts`}
        failedTitle={t`Your payouts could not be loaded`}
        skeleton={<Skeleton className="h-32 rounded-card" />}
        empty={
          <EmptyState icon={<Landmark />} title={t`No payouts yet`}>
            <Trans>Each payout that you request appears here, with its status.</Trans>
          </EmptyState>
        }
        offline={isOffline && <ListUnavailable icon={<Landmark />} />}
        onMore={onMore}
        className="grid grid-cols-1 gap-3"
      >
        {(payout) => <PayoutRow {...{ payout, available, minimum, isOffline, onChanged }} />}
      </PagedList>
    </section>
  )
}
