import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Calculation, PayoutReason } from '@vesper/sync/vesper/api/payouts.ts'
import { translated } from '../../core/api/error-message.ts'
import { Notice } from '../../ui/form/notice.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'

/** Why no payout can be requested now, each reason with the next step. */
export function PayoutReasons({ calculation }: { calculation: Calculation }) {
  const { t } = useLingui()
  const { reasons } = calculation
  if (reasons.length === 0) return null
  return (
    <ul role="list" aria-label={t`Why no payout can be requested now`} className="grid gap-2">
      {reasons.map(({ code, message, step }) => (
        <li key={message}>
          <Notice tone={code === 'open-request' ? 'info' : 'warning'} className="grid gap-1">
            <p className="font-semibold">{translated(message)}</p>
            {step === 'security' ? (
              <Link to="/user/security" className={textLinkClass}>
                <Trans>Open security</Trans>
              </Link>
            ) : (
              <NextStep code={code} calculation={calculation} />
            )}
          </Notice>
        </li>
      ))}
    </ul>
  )
}

type StepProps = { code: PayoutReason['code']; calculation: Calculation }

function NextStep({ code, calculation: { available, minimum, currency, payee } }: StepProps) {
  const { i18n } = useLingui()
  const money = (cents: number) => formatMoney(cents, currency, i18n.locale)
  const [smallest, missing] = [money(minimum), money(minimum - available)]
  switch (code) {
    case 'not-approved':
      return (
        <Link to="/creator/account" className={textLinkClass}>
          <Trans>Open your account</Trans>
        </Link>
      )
    case 'paused':
      return (
        <p>
          <Trans>Look again later.</Trans>
        </p>
      )
    case 'open-request':
      return (
        <p>
          <Trans>You find it below. The next one can follow when it has ended.</Trans>
        </p>
      )
    case 'no-method':
      return (
        <p>
          <Trans>Set up Stripe or a bank account below.</Trans>
        </p>
      )
    case 'account-not-ready':
      return (
        <p>
          <Trans>You can do that below.</Trans>
        </p>
      )
    case 'new-details': {
      if (payee.lockedUntil === null) return null
      const from = formatDate(new Date(payee.lockedUntil), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
      return (
        <p>
          <Trans>Possible from {from}.</Trans>
        </p>
      )
    }
    case 'in-debt':
      return null
    case 'below-minimum':
      return (
        <p>
          <Trans>
            The smallest payout is {smallest}. You need {missing} more.
          </Trans>
        </p>
      )
    default:
      return code satisfies never
  }
}
