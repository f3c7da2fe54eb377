import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { EarningStats } from '@vesper/sync/vesper/api/earnings.ts'
import { useUnit } from 'effector-react'
import { HandCoins } from 'lucide-react'
import { AsOf } from '../../core/api/as-of.tsx'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { formatUnits } from './format-units.ts'
import { MoneyFigure } from './money-figure.tsx'

const STATS = '/performer/earning/stats'

/** The creator's money at a glance: of today, of this month, what is free, and what becomes free next. */
export function EarningsCard() {
  const { t } = useLingui()
  // Days of UTC, as the server counts them.
  const today = useMinute().toISOString().slice(0, 10)
  const query = { from: `${today.slice(0, 8)}01` }
  const { data, error, isLoading, mutate } = useKeptAnswer(STATS, EarningStats, { query })
  const keptAt = useKeptAt(STATS, query)
  const isOffline = useUnit($offline)
  return (
    <section aria-labelledby="money" aria-busy={!data && isLoading} className="grid gap-3">
      <div className="flex min-h-target flex-wrap items-center justify-between gap-x-3">
        <h2 id="money" className="text-lg font-bold">
          <Trans>Your money</Trans>
        </h2>
        <Link to="/creator/earnings" className="inline-flex min-h-target items-center font-semibold text-accent-ink">
          <Trans>All earnings</Trans>
        </Link>
      </div>
      {data && <AsOf at={keptAt} />}
      {data && <Figures stats={data} today={today} />}
      {!data && isLoading && <Skeleton className="h-40 rounded-card" />}
      {!data && !isLoading && isOffline && <ListUnavailable icon={<HandCoins />} />}
      {!data && !isLoading && !isOffline && (
        <ErrorState
          title={t`Your earnings could not be loaded`}
          message={errorMessage(error)}
          onRetry={() => void mutate()}
        />
      )}
    </section>
  )
}

function Figures({ stats, today }: { stats: EarningStats; today: string }) {
  const { t, i18n } = useLingui()
  const format = (amount: number) => formatUnits(amount, stats.currency, i18n.locale)
  const day = (at: string) => formatDate(new Date(at), i18n.locale, { timeZone: 'UTC', day: 'numeric', month: 'long' })
  const point = stats.series.find(({ at }) => at === today)
  const [next] = stats.upcoming
  const [amount, nextDay] = next ? [format(next.net), day(next.at)] : []
  return (
    <div className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {/* A kept answer of an earlier day does not know today. */}
        {point && <MoneyFigure name={t`Today`} value={format(point.net - point.refunds)} />}
        <MoneyFigure name={t`This month`} value={format(stats.net - stats.refunds)} />
        <MoneyFigure name={t`Free now`} value={format(stats.available)} />
        <MoneyFigure name={t`Not free yet`} value={format(stats.pending)}>
          {next && (
            <dd className="text-sm text-muted">
              <Trans>
                {amount} on {nextDay}
              </Trans>
            </dd>
          )}
        </MoneyFigure>
      </dl>
      <p className="text-sm text-muted">
        <Trans>Your share, after tax and fee. Days begin at midnight UTC.</Trans>
      </p>
    </div>
  )
}
