import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $offline } from '../../../core/connection/model.ts'
import { $user } from '../../../core/session/model.ts'
import { useMoneyOf } from '../../../core/settings/token-price.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { CheckNotice } from '../check-notice.tsx'
import { PaymentEnded } from '../return-notice.tsx'
import type { Missing } from './covering.ts'
import { Covers } from './covers.tsx'
import { leftPaymentsOf } from './left-payments.ts'
import type { Leaving } from './left-payments.ts'
import { useStanding } from './use-standing.ts'

/**
 * Says what a wallet lacks for a payment, and sells the tokens: a saved card pays with one press, else the pay page leads back to
 * the payment. A top-up that was begun for it before is looked at first, so that nobody pays twice.
 */
export function TopUpOffer({ missing, debt, leaving }: Missing & { leaving: Leaving }) {
  const isOffline = useUnit($offline)
  const account = useUnit($user)?._id ?? ''
  const { state, checkout, reread } = useStanding(leaving.page)
  const money = useMoneyOf()(missing)
  const isWaiting = state === 'coming' || state === 'checking' || state === 'asking'
  return (
    <div className="grid gap-4">
      {state !== 'coming' && <Lack missing={missing} debt={debt} money={money} />}
      <div role="status" className="grid empty:absolute">
        {state === 'coming' && (
          <Notice tone="ok">
            <Trans>Paid. Your tokens are on their way to the wallet.</Trans>
          </Notice>
        )}
        {state === 'left' && (
          <Notice>
            <Trans>
              The last payment is not finished. Nothing was charged so far. The same top-up leads back to its page;
              another one closes it.
            </Trans>
          </Notice>
        )}
        {state === 'ended' && checkout.confirmed && (
          <PaymentEnded kind={checkout.confirmed.kind} status={checkout.confirmed.status} />
        )}
      </div>
      {(state === 'checking' || state === 'asking') && (
        <CheckNotice error={checkout.error} onRetry={checkout.askAgain}>
          {isOffline ? (
            <Trans>The payment is checked when you're back online.</Trans>
          ) : (
            <Trans>The payment is being checked. Nothing is lost if you leave this page.</Trans>
          )}
        </CheckNotice>
      )}
      {!isWaiting && !isOffline && (
        <>
          <Covers missing={missing} debt={debt} leaving={leaving} onPaid={reread} />
          <Link
            to="/wallet"
            search={{ tokens: Math.max(missing, 0) + debt, from: leaving.page }}
            className="inline-flex min-h-target items-center justify-self-center text-sm underline"
            onClick={() => leftPaymentsOf(account).keep(leaving)}
          >
            <Trans>Another amount</Trans>
          </Link>
        </>
      )}
    </div>
  )
}

function Lack({ missing, debt, money }: Missing & { money: string | null }) {
  return (
    <>
      {debt > 0 && (
        <Notice tone="warning">
          <Plural
            value={debt}
            one="A payment was taken back. Your next top-up settles # token first."
            other="A payment was taken back. Your next top-up settles # tokens first."
          />
        </Notice>
      )}
      {missing > 0 && (
        <Notice tone="warning">
          <Plural value={missing} one="You need # more token." other="You need # more tokens." />
          {money !== null && ` (${money})`}
        </Notice>
      )}
    </>
  )
}
