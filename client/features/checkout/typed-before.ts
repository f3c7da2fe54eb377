import * as v from 'valibot'
import { leftPaymentsOf } from '../../entities/payments/top-up/left-payments.ts'
import type { Leaving } from '../../entities/payments/top-up/left-payments.ts'

export const CHECKOUT_PAGE = '/checkout'

const Coupon = v.object({ code: v.string(), discount: v.number(), about: v.string() })

/** Everything that is chosen and typed before an order is paid. */
const Typed = v.object({
  address: v.nullable(v.string()),
  /** The files, with their prices, to whose delivery at once was consented; null for none. */
  consentTo: v.nullable(v.string()),
  note: v.string(),
  coupon: v.nullable(Coupon),
})

export type Typed = v.InferOutput<typeof Typed>

const nothing: Typed = { address: null, consentTo: null, note: '', coupon: null }

/** The choices and texts of an order that was left for a top-up. */
export function typedBefore(account: string): Typed {
  const text = leftPaymentsOf(account).ofPage(CHECKOUT_PAGE)?.typed?.['order'] ?? ''
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Typed), text)
  return parsed.success ? parsed.output : nothing
}

/** The order as a payment that a top-up leads back to. */
export function leavingWith(typed: Typed): Leaving {
  return { by: 'page', content: null, page: CHECKOUT_PAGE, typed: { order: JSON.stringify(typed) } }
}
