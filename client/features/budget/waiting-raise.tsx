import { Trans, useLingui } from '@lingui/react/macro'
import type { Raises } from '@vesper/sync/vesper/records/budget.ts'
import { useUnit } from 'effector-react'
import { $settings } from '../../core/settings/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'

type Props = {
  raise: Raises['day']
  /** The limit that holds until then, in cents. */
  now: number | null
  disabled: boolean
  onWithdraw: () => void
}

/** A higher limit that does not hold yet, and the way to withdraw it; nothing once it holds. */
export function WaitingRaise({ raise, now, disabled, onWithdraw }: Props) {
  const { i18n, t } = useLingui()
  const { currency = 'USD' } = useUnit($settings) ?? {}
  if (!raise || now === null || new Date(raise.at) <= new Date()) return null
  const time = formatDate(new Date(raise.at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const amount = raise.to === null ? t`no limit` : formatMoney(raise.to, currency, i18n.locale)
  const kept = formatMoney(now, currency, i18n.locale)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      <p>
        <Trans>
          From {time}: {amount}
        </Trans>
      </p>
      <Button type="button" kind="secondary" disabled={disabled} onClick={onWithdraw}>
        <Trans>Keep {kept}</Trans>
      </Button>
    </div>
  )
}
