import { useLingui } from '@lingui/react/macro'
import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import { useState } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { aboutOf, groupOrders, linesToBuy, noChanges, totalOf } from './review.ts'
import type { AppliedCoupon, Changes, ReviewGroup, ReviewLine } from './review.ts'

export type Review = {
  /** As they are sent. */
  lines: ReviewLine[]
  groups: ReviewGroup[]
  /** In the cart, and not to be had. */
  missing: CartLine[]
  changes: Changes
  coupon: AppliedCoupon | null
  discount: number
  total: number
  onChanges: (changes: Changes) => void
  onCoupon: (coupon: AppliedCoupon | null) => void
  onLeaveOut: (productId: string) => void
}

/** The cart as orders to be; undefined while it is being read. `couponBefore` was applied before a top-up. */
export function useReview(couponBefore: AppliedCoupon | null = null): Review | undefined {
  const { i18n } = useLingui()
  const { db } = useSync()
  const held = useLiveQuery(() => db['cart-lines'].toArray(), [db])
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [changes, setChanges] = useState(noChanges)
  const [coupon, setCoupon] = useState<AppliedCoupon | null>(couponBefore)
  // The sum that the server told, for the lines and the coupon of then.
  const [told, setTold] = useState<{ about: string; total: number } | null>(null)
  if (!held) return undefined
  const lines = linesToBuy(held, { prices: changes.prices, leftOut })
  const groups = groupOrders(lines, i18n.locale)
  const about = JSON.stringify([groups.map(({ key, subtotal, shipping }) => [key, subtotal, shipping]), coupon?.code])
  // A coupon was quoted for one sum.
  const applied = coupon !== null && coupon.about === aboutOf(lines) ? coupon : null
  const agreed = told?.about === about ? told.total : null
  const full = totalOf(groups, 0)
  const total = agreed ?? full - (applied?.discount ?? 0)
  return {
    ...{ lines, groups, changes, total, coupon: applied, discount: Math.max(0, full - total) },
    missing: held.filter(
      ({ _id, isAvailable, product }) => !leftOut.has(_id) && (!isAvailable || product.availability === 'none'),
    ),
    onChanges: (next) => {
      setChanges({ ...next, prices: { ...changes.prices, ...next.prices } })
      setTold(next.total === null ? null : { about, total: next.total })
    },
    onCoupon: setCoupon,
    onLeaveOut: (productId) => setLeftOut(new Set([...leftOut, productId])),
  }
}
