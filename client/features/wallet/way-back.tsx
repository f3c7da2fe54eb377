import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $user } from '../../core/session/model.ts'
import { safeReturn } from '../../core/session/post-login-destination.ts'
import { accountKey, readStoredValue, removeStored, store } from '../../core/storage/stored-values.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'

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
  const { db } = useSync()
  const inCart = useLiveQuery(() => db['cart-lines'].count(), [db])
  const way = page ?? (isReturn ? ORDER : null)
  if (way === null || (way === ORDER && !inCart)) return null
  return (
    <Link to={way} className={buttonClass(isPaid ? 'primary' : 'secondary', 'justify-self-start')}>
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
