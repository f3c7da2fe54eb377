import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { EarningStats } from '@vesper/sync/vesper/api/earnings.ts'
import { Calculation, PayoutList } from '@vesper/sync/vesper/api/payouts.ts'
import { useUnit } from 'effector-react'
import { Landmark } from 'lucide-react'
import { useCallback, useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { BalanceCard } from './balance-card.tsx'
import { PayeeCard } from './details/payee-card.tsx'
import { ReturnNotice } from './details/return-notice.tsx'
import { PayoutsList } from './payouts-list.tsx'
import { RequestDialog } from './requests/request-dialog.tsx'

const CALCULATE = '/payout-requests/calculate'

type Props = {
  /** The creator comes back from the form of the provider. */
  hasReturned: boolean
  onSettled: () => void
}

/** The money that a creator can have paid out, where it goes, and each payout so far. */
export function PayoutsPage({ hasReturned, onSettled }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [isAsking, setAsking] = useState(false)
  const [current, setCurrent] = useState(1)
  const { data, error, mutate } = useKeptAnswer(CALCULATE, Calculation, { method: 'POST' })
  const stats = useKeptAnswer('/performer/earning/stats', EarningStats)
  const keptAt = useKeptAt(CALCULATE)
  const list = usePagedList({ path: '/payout-requests/search', answer: PayoutList, search: { current }, pageSize: 25 })
  const [readStats, readList] = [stats.mutate, list.reload]
  /** Reads everything again; resolves to the balance as the server has it, undefined where it cannot be read. */
  const reread = useCallback(async (): Promise<Calculation | undefined> => {
    void readStats()
    void readList()
    return mutate()
  }, [mutate, readStats, readList])
  const refresh = useCallback(() => reread().catch(() => {}), [reread])
  const rereadLater = useCallback(() => void refresh(), [refresh])
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Payouts`} />
      <div className="safe-x grid grid-cols-1 gap-6 pt-2 pb-12">
        {hasReturned && (
          <ReturnNotice
            onSettled={() => {
              onSettled()
              rereadLater()
            }}
          />
        )}
        {data ? (
          <>
            <BalanceCard
              calculation={data}
              stats={stats.data}
              keptAt={keptAt}
              isOffline={isOffline}
              onAsk={() => setAsking(true)}
            />
            <PayeeCard payee={data.payee} isOffline={isOffline} onChanged={refresh} />
          </>
        ) : isOffline ? (
          <ListUnavailable icon={<Landmark />} />
        ) : error === undefined ? (
          <Skeleton className="h-80 rounded-card" />
        ) : (
          <ErrorState title={t`Your balance could not be loaded`} message={errorMessage(error)} onRetry={rereadLater} />
        )}
        <PayoutsList
          list={list}
          available={data?.available ?? 0}
          minimum={data?.minimum ?? 0}
          onMore={() => setCurrent(current + 1)}
          onChanged={rereadLater}
        />
        <Link to="/creator/statements" className={buttonClass('secondary', 'justify-self-start')}>
          <Trans>Monthly statements</Trans>
        </Link>
      </div>
      {isAsking && data && (
        <RequestDialog
          calculation={data}
          reread={reread}
          onClose={() => {
            setAsking(false)
            rereadLater()
          }}
        />
      )}
    </main>
  )
}
