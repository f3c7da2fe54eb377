import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Gem } from 'lucide-react'
import { useCallback, useState } from 'react'
import { $offline } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { safeReturn } from '../../core/session/post-login-destination.ts'
import { ReturnNotice } from '../../entities/payments/return-notice.tsx'
import { leftPaymentsOf } from '../../entities/payments/top-up/left-payments.ts'
import type { Leaving } from '../../entities/payments/top-up/left-payments.ts'
import { useWallet } from '../../entities/payments/use-wallet.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { Card } from '../../ui/list/card.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { History } from './history.tsx'
import { TopUpForm } from './top-up-form.tsx'
import { WayBack } from './way-back.tsx'

type Props = {
  /** The checkout that the pay page has led back from. */
  checkoutId: string | undefined
  /** Tokens that were missing where the buyer came from. */
  tokens: number | undefined
  /** The page of the thing that the tokens are for. */
  from: string | undefined
  onSettled: () => void
}

/** The balance of the wallet, the way to fill it, and its payments. */
export function WalletPage({ checkoutId, tokens, from, onSettled }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const wallet = useWallet()
  const leaving = useLeaving(from)
  const [paid, setPaid] = useState(0)
  const settle = useCallback(() => {
    setPaid((times) => times + 1)
    onSettled()
  }, [onSettled])
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Wallet`} />
      <div className="safe-x grid gap-6 pt-2 pb-12">
        {checkoutId !== undefined && <ReturnNotice checkoutId={checkoutId} onSettled={settle} />}
        <Card className="grid gap-1">
          <p className="text-sm text-muted">
            {isOffline ? <Trans>Balance, last known on this device</Trans> : <Trans>Balance</Trans>}
          </p>
          {wallet ? (
            <p
              role="status"
              aria-label={t`Balance, ${wallet.balance} tokens`}
              className="flex items-center gap-2 text-3xl font-bold tabular-nums"
            >
              <Gem className="size-7 text-star" aria-hidden="true" />
              <Plural value={wallet.balance} one="# token" other="# tokens" />
            </p>
          ) : (
            <NotKnown isOffline={isOffline} />
          )}
          {wallet !== undefined && wallet.granted > 0 && (
            <p className="text-sm text-muted">
              <Plural
                value={wallet.granted}
                one="# of them is a gift, and is spent first."
                other="# of them are gifts, and are spent first."
              />
            </p>
          )}
        </Card>
        {wallet !== undefined && wallet.debt > 0 && (
          <Notice tone="warning">
            <Plural
              value={wallet.debt}
              one="A payment was taken back. Your next top-up settles # token first."
              other="A payment was taken back. Your next top-up settles # tokens first."
            />
          </Notice>
        )}
        <WayBack leaving={leaving} isPaid={paid > 0 || checkoutId !== undefined} isReturn={checkoutId !== undefined} />
        <TopUpForm key={tokens} missing={tokens} leaving={leaving} onPaid={() => setPaid(paid + 1)} />
        <History paid={paid} />
        <Link to="/wallet/history" className={buttonClass('secondary', 'justify-self-start')}>
          <Trans>Payments and receipts</Trans>
        </Link>
        <Link to="/wallet/shows" className={buttonClass('secondary', 'justify-self-start')}>
          <Trans>My shows</Trans>
        </Link>
        <Link to="/wallet/budget" className={buttonClass('secondary', 'justify-self-start')}>
          <Trans>Limits</Trans>
        </Link>
      </div>
    </main>
  )
}

/** The payment that was left on the page `from`; without a sheet where this device knows of none. */
function useLeaving(from: string | undefined): Leaving | null {
  const account = useUnit($user)?._id ?? ''
  const [leaving] = useState<Leaving | null>(() => {
    const page = safeReturn(from)
    if (page === null) return null
    const { by, content, typed } = leftPaymentsOf(account).ofPage(page) ?? { by: 'page', content: null }
    return { by, content, page, ...(typed && { typed }) }
  })
  return leaving
}

function NotKnown({ isOffline }: { isOffline: boolean }) {
  if (!isOffline) return <Skeleton className="h-9 w-40" />
  return (
    <p className="text-muted">
      <Trans>Your balance is not on this device yet. It appears when you are back online.</Trans>
    </p>
  )
}
