import { useRouter } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import { $user } from '../../../core/session/model.ts'
import { useContentActions } from '../../content/use-content-actions.ts'
import { attemptsOf } from '../payment-attempts.ts'
import { leftPaymentsOf } from './left-payments.ts'
import type { Asked, Leaving } from './left-payments.ts'

/** Returns a function that opens the sheet of a payment that was left, once its page is there. */
export function useReopen(): (left: Leaving) => void {
  const router = useRouter()
  const ask = useAskFor()
  return (left) => {
    const stop = router.subscribe('onResolved', () => {
      stop()
      if (location.pathname === left.page) ask(left)
    })
  }
}

/** Returns a function that opens the sheet of a payment at once; a page that asks by itself has none. */
export function useAskFor(): (left: Asked) => void {
  const { askToBuy, askToTip, askToSubscribe } = useContentActions()
  return ({ by, content }) => {
    if (by !== 'page' && content !== null) ({ buy: askToBuy, tip: askToTip, subscribe: askToSubscribe })[by](content)
  }
}

type Return = {
  /** The provider has led back after a payment. */
  checkoutId: string | undefined
  /** The order whose pay page was left. */
  left: string | undefined
  /** Takes the place of the sheet after a payment of the thing itself, and not of tokens for it. */
  onThingPaid?: (checkoutId: string) => void
}

/**
 * Leads from the address that the provider has led to back to the thing that was being paid, with its sheet open. True while it
 * does; false where this device knows of no such payment of the account.
 */
export function useLeadBack({ checkoutId, left, onThingPaid }: Return): boolean {
  const account = useUnit($user)?._id ?? ''
  const router = useRouter()
  const reopen = useReopen()
  const payments = leftPaymentsOf(account)
  const [found] = useState(() => payments.ofCheckout(checkoutId) ?? payments.ofOrder(left))
  const hasLed = useRef(false)
  useEffect(() => {
    if (!found || hasLed.current) return
    hasLed.current = true
    if (checkoutId !== undefined) attemptsOf(account).endCheckout(checkoutId)
    if (checkoutId !== undefined && onThingPaid) {
      payments.drop((one) => one.orderId === found.orderId)
      onThingPaid(checkoutId)
    } else {
      if (checkoutId !== undefined && found.orderId !== null) payments.change(found.orderId, { state: 'returned' })
      reopen(found)
    }
    router.history.replace(found.page)
  })
  return found !== null
}
