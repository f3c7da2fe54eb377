import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Statistics } from '@vesper/sync/vesper/api/statistics.ts'
import type { StatisticsDay } from '@vesper/sync/vesper/api/statistics.ts'
import { useUnit } from 'effector-react'
import { ChartNoAxesCombined } from 'lucide-react'
import { useMemo } from 'react'
import { AsOf } from '../../../core/api/as-of.tsx'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../../core/api/use-cached-query.ts'
import { $offline } from '../../../core/connection/model.ts'
import { ListUnavailable } from '../../../core/sync/list-unavailable.tsx'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { numberFormat } from '../../../ui/text/number-format.ts'

const PATH = '/performer/statistics'

/** Followers, views and likes of the last days, as a chart and a table. */
export function StatisticsCard() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, isLoading, mutate } = useKeptAnswer(PATH, Statistics)
  const keptAt = useKeptAt(PATH)
  const retry = () => void mutate()
  return (
    <section aria-labelledby="statistics" aria-busy={!data && isLoading} className="grid gap-3">
      <div className="flex min-h-target flex-wrap items-center justify-between gap-x-3">
        <h2 id="statistics" className="text-lg font-bold">
          <Trans>Last 28 days</Trans>
        </h2>
        <Link to="/creator/figures" className="inline-flex min-h-target items-center font-semibold text-accent-ink">
          <Trans>By post</Trans>
        </Link>
      </div>
      {data && <AsOf at={keptAt} />}
      {data && <Figures days={data.days} />}
      {!data && isLoading && <Skeleton className="h-90 rounded-card" />}
      {!data && !isLoading && isOffline && <ListUnavailable icon={<ChartNoAxesCombined />} />}
      {!data && !isLoading && !isOffline && (
        <ErrorState title={t`Your figures could not be loaded`} message={errorMessage(error)} onRetry={retry} />
      )}
    </section>
  )
}

function Figures({ days }: { days: readonly StatisticsDay[] }) {
  const { t, i18n } = useLingui()
  const [followers, views, likes] = [t`Followers`, t`Views`, t`Likes`]
  const series = useMemo(() => {
    const line = (name: string, of: 'followers' | 'views' | 'likes') => {
      return { name, points: days.map((day) => ({ day: day.day, value: day[of] })) }
    }
    return [line(followers, 'followers'), line(views, 'views'), line(likes, 'likes')]
  }, [days, followers, views, likes])
  const number = numberFormat(i18n.locale)
  const sum = (of: 'views' | 'likes') => days.reduce((total, day) => total + day[of], 0)
  const now = days.at(-1)?.followers ?? 0
  const figures = [
    { name: followers, value: now, before: now - (days[0]?.followers ?? 0) },
    { name: views, value: sum('views') },
    { name: likes, value: sum('likes') },
  ]
  if (series.every(({ points }) => points.every(({ value }) => value === 0))) {
    return (
      <EmptyState icon={<ChartNoAxesCombined />} title={t`Nothing to count yet`}>
        <Trans>Followers, views and likes appear here once you have published something.</Trans>
      </EmptyState>
    )
  }
  const change = numberFormat(i18n.locale, { signDisplay: 'exceptZero' })
  return (
    <div className="grid gap-5 rounded-card border border-line bg-surface p-4">
      <dl className="grid grid-cols-3 gap-2">
        {figures.map(({ name, value, before }) => (
          <div key={name} className="grid min-w-0 content-start">
            <dt className="truncate text-sm text-muted">{name}</dt>
            <dd className="text-2xl font-bold tabular-nums">{number.format(value)}</dd>
            {before !== undefined && <dd className="text-sm text-muted">{change.format(before)}</dd>}
          </div>
        ))}
      </dl>
      <LineChart
        label={t`Followers, views and likes, last 28 days`}
        series={series}
        format={(value) => number.format(value)}
      />
    </div>
  )
}
