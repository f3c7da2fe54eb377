import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $offline } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { useMoneyOf } from '../../core/settings/token-price.tsx'
import { useContentPage } from '../../entities/content/use-content-page.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { keepLeftPayment } from './left-payment.ts'
import type { Asked } from './left-payment.ts'

type Props = {
  tokens: number
  /** Undefined while it is not known. */
  balance: number | undefined
  /** The dialog that shows it, which a top-up leads back to. */
  asked: Asked
}

/** Shows the price of a payment in tokens and in money, and the rest of the wallet after it. */
export function PaySummary({ tokens, balance, asked }: Props) {
  const isOffline = useUnit($offline)
  const price = useMoneyOf()(tokens)
  const missing = balance === undefined ? undefined : tokens - balance
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
        <dt>
          <Trans>Price</Trans>
        </dt>
        <dd className="text-end font-semibold text-ink">
          <Plural value={tokens} one="# token" other="# tokens" />
          {price && ` (${price})`}
        </dd>
        <dt>
          <Trans>In your wallet</Trans>
        </dt>
        <dd className="text-end">
          {balance === undefined ? (
            <Trans>Not known on this device yet</Trans>
          ) : (
            <Plural value={balance} one="# token" other="# tokens" />
          )}
        </dd>
        {missing !== undefined && missing <= 0 && (
          <>
            <dt>
              <Trans>Left afterwards</Trans>
            </dt>
            <dd className="text-end">
              <Plural value={-missing} one="# token" other="# tokens" />
            </dd>
          </>
        )}
      </dl>
      {missing !== undefined && missing > 0 && (
        <Notice tone="warning">
          <Plural value={missing} one="You need # more token." other="You need # more tokens." />
        </Notice>
      )}
      {missing !== undefined && missing > 0 && !isOffline && <TopUpLink missing={missing} asked={asked} />}
      <div role="status" className="empty:absolute">
        {isOffline && (
          <Notice tone="warning">
            <Trans>Needs a connection. Nothing is charged while you are offline.</Trans>
          </Notice>
        )}
      </div>
    </>
  )
}

function TopUpLink({ missing, asked }: { missing: number; asked: Asked }) {
  const account = useUnit($user)?._id ?? ''
  const page = useContentPage(asked.content)
  return (
    <Link
      to="/wallet"
      search={{ tokens: missing, from: page }}
      className={buttonClass()}
      onClick={() => keepLeftPayment(account, { page, ...asked })}
    >
      <Trans>Top up</Trans>
    </Link>
  )
}
