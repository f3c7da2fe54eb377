import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { DeskOverview } from '@vesper/sync/vesper/api/desk-overview.ts'
import type { OverviewFigure } from '@vesper/sync/vesper/api/desk-overview.ts'
import { useMemo } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { numberFormat } from '../../../ui/text/number-format.ts'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import type { MoneyTab } from '../money/money-tabs.ts'
import { useDeskAnswer } from '../use-desk-answer.ts'

/** The lists that figures count. Turnover and storage have none. */
const PLACES: Partial<Record<OverviewFigure, { to: '/desk/users' | '/desk/cases' | '/desk/jobs' } | MoneyPlace>> = {
  ...{ signUps: { to: '/desk/users' }, active: { to: '/desk/users' }, openCases: { to: '/desk/cases' } },
  ...{ queueAge: { to: '/desk/jobs' }, unsentMails: { to: '/desk/jobs' } },
  ...{ sales: money('refunds'), refunds: money('refunds'), disputes: money('disputes') },
}
type MoneyPlace = ReturnType<typeof money>

function money(tab: MoneyTab) {
  return { to: '/desk/money' as const, search: { tab } }
}

type Figure = DeskOverview['figures'][number]

/** The site today and on the days before, each figure as a chart and a table. */
export function OverviewPage() {
  const { t, i18n } = useLingui()
  const { data, error, mutate } = useDeskAnswer('/desk/overview', DeskOverview)
  const updated =
    data?.updatedAt == null
      ? null
      : formatDate(new Date(data.updatedAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
      <PageHeader title={t`Overview`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        {data ? (
          <>
            <p className="text-sm text-muted">
              {updated === null ? (
                <Trans>Nothing was counted yet.</Trans>
              ) : (
                <Trans>Counted {updated}. Days are in UTC.</Trans>
              )}
            </p>
            <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
              {data.figures.map((figure) => (
                <FigureCard key={figure.key} figure={figure} days={data.days} currency={data.currency} />
              ))}
            </div>
          </>
        ) : error === undefined ? (
          <Skeleton className="h-96 rounded-card" />
        ) : (
          <ErrorState
            title={t`The overview could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
      </div>
    </main>
  )
}

type CardProps = { figure: Figure; days: readonly string[]; currency: string }

function FigureCard({ figure: { key, unit, values }, days, currency }: CardProps) {
  const { t, i18n } = useLingui()
  const names: Record<OverviewFigure, string> = {
    ...{ signUps: t`Sign-ups`, active: t`Active accounts`, sales: t`Sales`, takings: t`Takings` },
    ...{ refunds: t`Refunds`, disputes: t`Disputes`, openCases: t`Open cases`, storage: t`Storage` },
    ...{ queueAge: t`Longest wait of a job`, unsentMails: t`Unsent mails` },
  }
  const name = names[key]
  const place = PLACES[key]
  const series = useMemo(
    () => [{ name, points: days.map((day, at) => ({ day, value: values[at] ?? 0 })) }],
    [name, days, values],
  )
  const format = (value: number) => {
    if (unit === 'money') return numberFormat(i18n.locale, { style: 'currency', currency }).format(value / 10_000)
    if (unit === 'bytes')
      return numberFormat(i18n.locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
        value / 1e6,
      )
    if (unit === 'seconds') return numberFormat(i18n.locale, { style: 'unit', unit: 'second' }).format(value)
    return numberFormat(i18n.locale).format(value)
  }
  return (
    <section
      aria-label={name}
      className="grid grid-cols-1 content-start gap-3 rounded-card border border-line bg-surface p-4"
    >
      <h2 className="font-semibold">{name}</h2>
      <p className="text-2xl font-bold tabular-nums">{format(values.at(-1) ?? 0)}</p>
      {place && (
        <Link {...place} className={textLinkClass} aria-label={t`Open the list: ${name}`}>
          <Trans>Open the list</Trans>
        </Link>
      )}
      <LineChart label={t`${name}, last 28 days`} series={series} format={format} />
    </section>
  )
}
