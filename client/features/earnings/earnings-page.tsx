import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { EarningStats, SaleList } from '@vesper/sync/vesper/api/earnings.ts'
import type { Sale } from '@vesper/sync/vesper/api/earnings.ts'
import { useUnit } from 'effector-react'
import { HandCoins } from 'lucide-react'
import { Fragment, useMemo, useState } from 'react'
import { AsOf } from '../../core/api/as-of.tsx'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/list/card.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { formatUnits } from './format-units.ts'
import { MoneyFigure } from './money-figure.tsx'

const STATS = '/performer/earning/stats'

/** The earnings of a creator: the balances, 28 days as a chart, and each sale explained. */
export function EarningsPage() {
  const { t } = useLingui()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Earnings`} />
      <div className="safe-x grid gap-6 pt-2 pb-12">
        <Figures />
        <Sales />
        <Link to="/creator/statements" className={buttonClass('secondary', 'justify-self-start')}>
          <Trans>Monthly statements</Trans>
        </Link>
      </div>
    </main>
  )
}

function Figures() {
  const { t, i18n } = useLingui()
  const { data: stats, error, mutate } = useKeptAnswer(STATS, EarningStats)
  const keptAt = useKeptAt(STATS)
  const isOffline = useUnit($offline)
  const series = useMemo(
    () => [
      { name: t`Your share`, points: (stats?.series ?? []).map(({ at, net }) => ({ day: at, value: net })) },
      { name: t`Given back`, points: (stats?.series ?? []).map(({ at, refunds }) => ({ day: at, value: refunds })) },
    ],
    [stats, t],
  )
  if (!stats) {
    if (isOffline) return <ListUnavailable icon={<HandCoins />} />
    if (error === undefined) return <Skeleton className="h-80 rounded-card" />
    return (
      <ErrorState
        title={t`Your earnings could not be loaded`}
        message={errorMessage(error)}
        onRetry={() => void mutate()}
      />
    )
  }
  const format = (amount: number) => formatUnits(amount, stats.currency, i18n.locale)
  return (
    <Card className="grid gap-4">
      <AsOf at={keptAt} />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <MoneyFigure name={t`Available`} value={format(stats.available)} />
        <MoneyFigure name={t`Not free yet`} value={format(stats.pending)} />
        <MoneyFigure name={t`In a payout`} value={format(stats.held)} />
        <MoneyFigure name={t`Paid out`} value={format(stats.paid)} />
      </dl>
      <Upcoming stats={stats} />
      <LineChart label={t`Earnings, last 28 days`} series={series} format={format} />
    </Card>
  )
}

/** The days on which earnings become free. The rest waits for an order to be complete, or for a dispute to end. */
function Upcoming({ stats }: { stats: EarningStats }) {
  const { i18n } = useLingui()
  if (stats.upcoming.length === 0) return null
  const format = (amount: number) => formatUnits(amount, stats.currency, i18n.locale)
  const waiting = stats.pending - stats.upcoming.reduce((sum, { net }) => sum + net, 0)
  return (
    <details>
      <summary className="flex min-h-target cursor-pointer items-center font-semibold text-accent-ink">
        <Trans>When the rest is free</Trans>
      </summary>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
        {stats.upcoming.map(({ at, net }) => (
          <Fragment key={at}>
            <dt className="text-muted">
              {formatDate(new Date(at), i18n.locale, { timeZone: 'UTC', dateStyle: 'medium' })}
            </dt>
            <dd className="text-end">{format(net)}</dd>
          </Fragment>
        ))}
        {waiting > 0 && (
          <>
            <dt className="text-muted">
              <Trans>After an order or a dispute is settled</Trans>
            </dt>
            <dd className="text-end">{format(waiting)}</dd>
          </>
        )}
      </dl>
    </details>
  )
}

function Sales() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [current, setCurrent] = useState(1)
  const list = usePagedList({ path: '/performer/earning/search', answer: SaleList, search: { current }, pageSize: 25 })
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">
        <Trans>Sales</Trans>
      </h2>
      <AsOf at={list.keptAt} />
      <PagedList
        list={list}
        label={t`Sales`}
        failedTitle={t`Your sales could not be loaded`}
        skeleton={<Skeleton className="h-32 rounded-card" />}
        empty={
          <EmptyState icon={<HandCoins />} title={t`No sales yet`}>
            <Trans>Tips and everything that fans buy from you appear here.</Trans>
          </EmptyState>
        }
        offline={isOffline && <ListUnavailable icon={<HandCoins />} />}
        onMore={() => setCurrent(current + 1)}
        className="grid gap-3"
      >
        {(sale) => <SaleRow sale={sale} />}
      </PagedList>
    </section>
  )
}

function SaleRow({ sale }: { sale: Sale }) {
  const { t, i18n } = useLingui()
  const format = (amount: number) => formatUnits(amount, sale.currency, i18n.locale)
  const day = (at: string) => formatDate(new Date(at), i18n.locale, { dateStyle: 'medium' })
  const types: Record<Sale['type'], string> = {
    ...{ tip: t`Tip`, feed: t`Post`, video: t`Video`, gallery: t`Gallery`, message: t`Message` },
    ...{ stream: t`Stream`, subscription: t`Subscription`, product: t`Product` },
  }
  const free = sale.availableAt === null ? '' : day(sale.availableAt)
  const states: Record<Sale['state'], string> = {
    pending: sale.availableAt === null ? t`Free once the order is complete` : t`Free on ${free}`,
    available: t`Available since ${free}`,
    paid: t`Paid out`,
    reversed: t`Given back`,
  }
  return (
    <Card className="grid gap-2 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold text-ink">
          {types[sale.type]} · <bdi>{sale.fan.name}</bdi>
        </span>
        <time dateTime={sale.createdAt} className="text-muted">
          {day(sale.createdAt)}
        </time>
      </p>
      {sale.message && (
        <blockquote
          dir="auto"
          className="rounded-control bg-raised px-4 py-3 text-ink wrap-anywhere whitespace-pre-line"
        >
          {sale.message}
        </blockquote>
      )}
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
        <dt className="text-muted">
          <Trans>Price</Trans> (
          {sale.tokens > 0 ? <Plural value={sale.tokens} one="# token" other="# tokens" /> : <Trans>by card</Trans>})
        </dt>
        <dd className="text-end">{format(sale.gross)}</dd>
        <dt className="text-muted">
          <Trans>Tax</Trans>
        </dt>
        <dd className="text-end">{format(-sale.tax)}</dd>
        <dt className="text-muted">
          <Trans>Fee</Trans>
        </dt>
        <dd className="text-end">{format(-sale.commission)}</dd>
        <dt className="font-semibold">
          <Trans>Your share</Trans>
        </dt>
        <dd className="text-end font-semibold">{format(sale.net)}</dd>
        {sale.refunded > 0 && (
          <>
            <dt className="text-muted">
              <Trans>Given back</Trans>
            </dt>
            <dd className="text-end">{format(-sale.refunded)}</dd>
          </>
        )}
      </dl>
      <p className="text-muted">{states[sale.state]}</p>
    </Card>
  )
}
