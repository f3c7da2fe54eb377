import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import type { Leaving } from '../../entities/payments/top-up/left-payments.ts'
import { useReopen } from '../../entities/payments/top-up/use-lead-back.ts'
import { buttonClass } from '../../ui/controls/button.tsx'

const ORDER = '/checkout'

type Props = {
  /** The payment that the tokens are for; null where they are for none. */
  leaving: Leaving | null
  isPaid: boolean
  /** The pay page has led here. */
  isReturn: boolean
}

/** The way back to the thing that the tokens are for, with its sheet. After a payment it is the next step. */
export function WayBack({ leaving, isPaid, isReturn }: Props) {
  const reopen = useReopen()
  const { db } = useSync()
  const inCart = useLiveQuery(() => db['cart-lines'].count(), [db])
  const way = leaving?.page ?? (isReturn ? ORDER : null)
  if (way === null || (way === ORDER && !inCart)) return null
  return (
    <Link
      to={way}
      className={buttonClass(isPaid ? 'primary' : 'secondary', 'justify-self-start')}
      onClick={() => leaving && reopen(leaving)}
    >
      {way === ORDER ? <Trans>Back to your order</Trans> : <Trans>Back to what you were buying</Trans>}
    </Link>
  )
}
