import { Trans } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $user } from '../../core/session/model.ts'
import { safeReturn } from '../../core/session/post-login-destination.ts'
import { accountKey, readStoredValue, removeStored, store } from '../../core/storage/stored-values.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useContentActions } from '../../entities/content/use-content-actions.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { dropLeftPayment, keepLeftPayment, readLeftPayment } from './left-payment.ts'

const ORDER = '/checkout'

type Props = {
  /** The page of the thing that the tokens are for. */
  from: string | undefined
  isPaid: boolean
  /** The pay page has led here. */
  isReturn: boolean
}

/** The way back to the thing that the tokens are for. After a payment it is the next step. */
export function WayBack({ from, isPaid, isReturn }: Props) {
  const page = useKeptPage(from)
  const askAgain = useAskAgain(page)
  const { db } = useSync()
  const inCart = useLiveQuery(() => db['cart-lines'].count(), [db])
  const way = page ?? (isReturn ? ORDER : null)
  if (way === null || (way === ORDER && !inCart)) return null
  return (
    <Link to={way} className={buttonClass(isPaid ? 'primary' : 'secondary', 'justify-self-start')} onClick={askAgain}>
      {way === ORDER ? <Trans>Back to your order</Trans> : <Trans>Back to what you were buying</Trans>}
    </Link>
  )
}

/** The pay page, which leads back to the wallet, knows of no other page: the tab keeps it until the wallet is left. */
function useKeptPage(from: string | undefined): string | null {
  const key = accountKey('buying', useUnit($user)?._id ?? '')
  const [page] = useState(() => safeReturn(from ?? readStoredValue(key, 'sessionStorage') ?? undefined))
  useEffect(() => {
    if (page === null) return
    store(key, page, 'sessionStorage')
    return () => removeStored(key, 'sessionStorage')
  }, [key, page])
  return page
}

/** Returns a function that opens the dialog which the top-up was for, once `page` is there. */
function useAskAgain(page: string | null): () => void {
  const account = useUnit($user)?._id ?? ''
  const router = useRouter()
  const { askToBuy, askToTip, askToSubscribe } = useContentActions()
  const [left] = useState(() => readLeftPayment(account))
  useEffect(() => {
    if (left === null) return
    keepLeftPayment(account, left)
    return () => dropLeftPayment(account)
  }, [account, left])
  return () => {
    if (left === null || left.page !== page) return
    const ask = { buy: askToBuy, tip: askToTip, subscribe: askToSubscribe }[left.by]
    const stop = router.subscribe('onResolved', () => {
      stop()
      if (location.pathname === page) ask(left.content)
    })
  }
}
