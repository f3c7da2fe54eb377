import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { useUnit } from 'effector-react'
import { useId } from 'react'
import { $settings } from '../../core/settings/model.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { renewalsUntil } from './renewals-until.ts'

type Props = {
  subscriptions: readonly Subscription[]
  /** The ids of those that pauses may have moved. */
  unsure?: ReadonlySet<string>
  balance: number | undefined
}

const DAYS = 30

/** Each renewal of the next days with its price, their sum in tokens, and what the wallet lacks for them. */
export function NextMonth({ subscriptions, unsure, balance }: Props) {
  const { t, i18n } = useLingui()
  const heading = useId()
  const settings = useUnit($settings)
  const now = useMinute()
  const renewals = renewalsUntil(subscriptions, endOfDayAhead(now, DAYS))
  const [later] = renewalsUntil(subscriptions, Infinity)
  const tokenCents = Math.round((settings?.tokenValue ?? 0) * 100)
  const tokensOf = (cents: number) => (tokenCents > 0 ? Math.ceil(cents / tokenCents) : 0)
  const fromWallet = renewals.filter(({ source }) => source === 'wallet')
  const total = fromWallet.reduce((sum, { price }) => sum + tokensOf(price), 0)
  const missing = balance === undefined ? 0 : total - balance
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-3">
      <h2 id={heading} className="text-lg font-semibold">
        <Trans>Next 30 days</Trans>
      </h2>
      {renewals.length === 0 ? (
        <p className="text-sm text-muted">
          <Trans>Nothing renews in the next 30 days.</Trans>{' '}
          {later && (
            <Later name={later.name} day={formatDate(new Date(later.at), i18n.locale, { dateStyle: 'medium' })} />
          )}{' '}
          {later && unsure?.has(later._id) && <Trans>The date may have moved.</Trans>}
        </p>
      ) : (
        <ul role="list" aria-label={t`Renewals`} className="grid gap-1">
          {renewals.map(({ _id, name, at, price, currency, source }) => (
            <li key={_id} className="flex min-h-target flex-wrap items-center justify-between gap-x-4 text-sm">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <bdi className="font-semibold text-ink">{name}</bdi>
                <span className="text-muted"> · {formatDate(new Date(at), i18n.locale, { dateStyle: 'medium' })}</span>
                {unsure?.has(_id) && (
                  <span className="text-muted">
                    {' · '}
                    <Trans>The date may have moved.</Trans>
                  </span>
                )}
              </span>
              <span className="text-muted tabular-nums">
                {price === 0 ? (
                  <Trans>Free</Trans>
                ) : source === 'card' ? (
                  <ByCard price={formatMoney(price, currency, i18n.locale)} />
                ) : (
                  <>
                    <Plural value={tokensOf(price)} one="# token" other="# tokens" />
                    {` (${formatMoney(price, currency, i18n.locale)})`}
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {missing > 0 && (
        <Notice tone="warning">
          <span className="grid justify-items-start gap-2">
            <Plural
              value={missing}
              one="Your wallet needs # more token for these renewals."
              other="Your wallet needs # more tokens for these renewals."
            />
            <Link to="/wallet" search={{ tokens: missing }} className={buttonClass()}>
              <Trans>Top up</Trans>
            </Link>
          </span>
        </Notice>
      )}
    </section>
  )
}

/** The end of the day that is so many days ahead, in milliseconds: a renewal at any time of that day is among the days. */
function endOfDayAhead(now: Date, days: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 23, 59, 59, 999).getTime()
}

function Later({ name, day }: { name: string; day: string }) {
  return (
    <Trans>
      The next renewal is on {day}: <bdi>{name}</bdi>.
    </Trans>
  )
}

function ByCard({ price }: { price: string }) {
  return <Trans>{price} by card</Trans>
}
