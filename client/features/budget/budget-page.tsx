import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { leftByCreator, leftOf, SPENT_CREATORS_MAX } from '@vesper/sync/vesper/records/budget.ts'
import type { Budget } from '@vesper/sync/vesper/records/budget.ts'
import { useUnit } from 'effector-react'
import { $offline } from '../../core/connection/model.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { $settings } from '../../core/settings/model.ts'
import { Card } from '../../ui/list/card.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatMoney } from '../../ui/text/format-money.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { LimitsForm } from './limits-form.tsx'
import { useBudget } from './use-budget.ts'

/** The limits that a fan sets for what is spent, and what is left of them. */
export function BudgetPage() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { budget, keep } = useBudget()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Limits`} leading={<BackButton />} />
      <div className="safe-x grid grid-cols-1 gap-6 pt-2 pb-12">
        <p className="text-muted">
          <Trans>
            Payments to creators stop at your limits: purchases, tips, messages, subscriptions, orders and shows.
            Top-ups do not count. Days and months are those of UTC.
          </Trans>
        </p>
        {budget && <Left budget={budget} />}
        {budget && <LeftByCreator budget={budget} />}
        {budget && <LimitsForm key={budget.version} budget={budget} onSaved={keep} />}
        {!budget && isOffline && (
          <p className="text-muted">
            <Trans>Your limits are not on this device yet. They appear when you are back online.</Trans>
          </p>
        )}
        {!budget && !isOffline && <Skeleton className="h-64 rounded-card" />}
      </div>
    </main>
  )
}

function LeftByCreator({ budget }: { budget: Budget }) {
  const { i18n } = useLingui()
  const { currency = 'USD' } = useUnit($settings) ?? {}
  const left = leftByCreator(budget, useMinute())
  if (left === null) return null
  const format = (cents: number) => formatMoney(cents, currency, i18n.locale)
  return (
    <section className="grid gap-2">
      <h2 id="left-by-creator" className="text-lg font-semibold">
        <Trans>Left for each creator this month</Trans>
      </h2>
      {left.creators.length > 0 && (
        <ul role="list" aria-labelledby="left-by-creator" className="grid grid-cols-1 divide-y divide-line">
          {left.creators.map(({ _id, name, username, left: cents }) => (
            <li key={_id} className="flex min-h-target items-center justify-between gap-4">
              {name === '' ? (
                <span className="min-w-0 truncate py-2 font-medium">
                  <Trans>A creator who has left</Trans>
                </span>
              ) : (
                <Link
                  to="/$profileId"
                  params={{ profileId: username ?? _id }}
                  dir="auto"
                  className="min-w-0 truncate py-2 font-medium"
                >
                  {name}
                </Link>
              )}
              <span className="shrink-0 tabular-nums">{format(cents)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">
        {left.creators.length === 0 ? (
          <Trans>Nothing was spent yet. {format(left.others)} are left for each creator.</Trans>
        ) : (
          left.creators.length < SPENT_CREATORS_MAX && (
            <Trans>{format(left.others)} are left for every other creator.</Trans>
          )
        )}
      </p>
    </section>
  )
}

function Left({ budget }: { budget: Budget }) {
  const { t, i18n } = useLingui()
  const { currency = 'USD' } = useUnit($settings) ?? {}
  const now = useMinute()
  const { day, month } = leftOf(budget, now)
  if (day === null && month === null) return null
  const format = (cents: number) => formatMoney(cents, currency, i18n.locale)
  return (
    <Card role="status" aria-label={t`Left to spend`} className="grid gap-1">
      {day !== null && (
        <p className="font-semibold">
          <Trans>{format(day)} left today</Trans>
        </p>
      )}
      {month !== null && (
        <p className="font-semibold">
          <Trans>{format(month)} left this month</Trans>
        </p>
      )}
    </Card>
  )
}
