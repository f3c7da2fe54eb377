import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { $user } from '../../../core/session/model.ts'
import { leftPaymentsOf } from './left-payments.ts'
import { useAskFor } from './use-lead-back.ts'

/** Opens the sheet again whose pay page the browser's Back button has left, once. Nothing is charged by that. */
export function BackFromPayPage(): null {
  const account = useUnit($user)?._id ?? ''
  const ask = useAskFor()
  const hasAsked = useRef(false)
  useEffect(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    const left = leftPaymentsOf(account).leftFrom(location.pathname)
    if (left) ask(left)
  })
  return null
}
