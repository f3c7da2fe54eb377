import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $user } from '../../../core/session/model.ts'
import { useCheckout } from '../use-checkout.ts'
import { COMING_MS, isComing, leftPaymentsOf } from './left-payments.ts'
import type { LeftPayment } from './left-payments.ts'

/**
 * How the latest top-up stands that was begun for a page. `coming`: it is paid, and the tokens are on their way; `checking`: the
 * buyer has come back from the pay page; `asking`: a page was left, and may have been paid all the same; `left`: it was not.
 */
type Standing = {
  state: 'none' | 'asking' | 'checking' | 'coming' | 'left' | 'ended'
  checkout: ReturnType<typeof useCheckout>
  /** Reads again what has become of the top-up. */
  reread: () => void
}

export function useStanding(page: string): Standing {
  const left = leftPaymentsOf(useUnit($user)?._id ?? '')
  const [known, setKnown] = useState<LeftPayment | null>(() => left.ofPage(page))
  const checkoutId = known?.state === 'opened' || known?.state === 'returned' ? known.checkoutId : null
  const checkout = useCheckout(checkoutId, { isFollowed: known?.state === 'returned' })
  const { confirmed, isUnderWay } = checkout
  const reread = () => setKnown(left.ofPage(page))
  useEffect(() => {
    // The browser's Back button may show the page as it was before the pay page.
    const look = ({ persisted }: PageTransitionEvent) => persisted && reread()
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store of one account is the same.
  }, [page])
  const paidOrder = checkoutId !== null && confirmed?.status === 'paid' ? (known?.orderId ?? null) : null
  useEffect(() => {
    if (paidOrder === null) return
    left.change(paidOrder, { state: 'paid' })
    reread()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store of one account is the same.
  }, [paidOrder])
  const isOnItsWay = known !== null && isComing(known)
  useEffect(() => {
    if (!isOnItsWay) return
    const timer = setTimeout(() => setKnown(null), COMING_MS)
    return () => clearTimeout(timer)
  }, [isOnItsWay])
  if (isOnItsWay || paidOrder !== null) return { state: 'coming', checkout, reread }
  if (checkoutId === null) return { state: 'none', checkout, reread }
  if (confirmed && !isUnderWay) return { state: 'ended', checkout, reread }
  if (known?.state === 'returned') return { state: 'checking', checkout, reread }
  return { state: confirmed ? 'left' : 'asking', checkout, reread }
}
