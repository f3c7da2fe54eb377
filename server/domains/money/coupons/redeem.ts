import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Coupon, CouponRedemption } from './entity.ts'
import type { CouponKind } from './entity.ts'
import { foldedCode } from './folded-code.ts'

/** A price is reserved for so long. */
const RESERVED_MS = 15 * 60 * 1000
/** The least amount after a coupon: the provider charges no less than 50 cents. */
const LEAST = { 'top-up': 50, subscription: 50, product: 1 } as const

/** A price that a coupon is to lower: in cents, of a product in tokens. */
export type CouponUse = {
  userId: string
  code: string
  kind: CouponKind
  amount: number
  /** Who sells it; null for what the platform sells. */
  performerId?: string | null
}

/** The discount of a coupon, and the amount left to pay. */
export type Quote = { discount: number; amount: number }

/**
 * The discount that a coupon would give now; it reserves nothing. Refuses as `not-found` with one sentence, whatever
 * the reason.
 */
export async function couponFor(tx: Pick<Tx, 'em' | 'now'>, use: CouponUse): Promise<Quote> {
  const coupon = await tx.em.findOne(Coupon, { code: foldedCode(use.code) })
  return quote(tx, coupon, use)
}

/**
 * Uses a coupon for what `refId` names. `reserved`: for 15 minutes, until it is paid. `confirmed`: it is paid in this
 * transaction. Its row stays locked until the transaction ends, so that the last use goes to one. Refuses as `couponFor`.
 */
export async function redeemCoupon(
  tx: Tx,
  use: CouponUse & { refId: string; status: 'reserved' | 'confirmed' },
): Promise<Quote> {
  const code = foldedCode(use.code)
  const coupon = await tx.em.findOne(Coupon, { code }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const { discount, amount } = await quote(tx, coupon, use)
  if (!coupon) throw doesNotApply()
  tx.em.create(CouponRedemption, {
    ...{ refId: use.refId, couponId: coupon.id, userId: use.userId, discount, status: use.status },
    ...{ createdAt: tx.now, expiresAt: new Date(tx.now.getTime() + RESERVED_MS) },
  })
  await tx.em.flush()
  return { discount, amount }
}

/** The payment has come, also after the time of its reservation: the price that was paid stands. */
export async function confirmRedemption(tx: Tx, refId: string): Promise<void> {
  await tx.em.execute(`update coupon_redemption set status = 'confirmed' where ref_id = ?`, [refId])
}

/** The payment does not come: the use is free again. */
export async function releaseRedemption(tx: Tx, refId: string): Promise<void> {
  await tx.em.execute(`update coupon_redemption set status = 'released' where ref_id = ? and status = 'reserved'`, [
    refId,
  ])
}

/** The creator whose products a coupon is for; null for one of all creators, undefined where there is none. */
export async function sellerOfCoupon(tx: Pick<Tx, 'em'>, code: string): Promise<string | null | undefined> {
  // Past the ORM: the row is read anew under its lock.
  const [coupon] = await tx.em.execute<{ performerId: string | null }[]>(
    'select performer_id as "performerId" from coupon where code = ?',
    [foldedCode(code)],
  )
  return coupon?.performerId
}

async function quote(tx: Pick<Tx, 'em' | 'now'>, coupon: Coupon | null, use: CouponUse): Promise<Quote> {
  if (!coupon || !isOpen(coupon, tx.now) || !fits(coupon, use)) throw doesNotApply()
  const counted = { couponId: coupon.id, status: { $ne: 'released' } } as const
  const isUsedUp = coupon.uses != null && (await tx.em.count(CouponRedemption, counted)) >= coupon.uses
  if (isUsedUp) throw doesNotApply()
  const own = await tx.em.count(CouponRedemption, { ...counted, userId: use.userId })
  if (own >= coupon.usesEach) throw doesNotApply()
  const discount = Math.min(coupon.percent == null ? (coupon.off ?? 0) : part(use.amount, coupon.percent), use.amount)
  const amount = use.amount - discount
  if (discount < 1 || amount < LEAST[use.kind]) throw doesNotApply()
  return { discount, amount }
}

function part(amount: number, percent: number): number {
  return Math.floor((amount * percent) / 100)
}

function isOpen({ isDisabled, startsAt, endsAt }: Coupon, now: Date): boolean {
  return !isDisabled && (startsAt == null || startsAt <= now) && (endsAt == null || now < endsAt)
}

function fits({ kinds, minimum, performerId }: Coupon, use: CouponUse): boolean {
  if (!kinds.includes(use.kind) || use.amount < minimum) return false
  return performerId == null || performerId === use.performerId
}

function doesNotApply(): Refusal {
  return new Refusal('not-found', 'This code does not apply here.')
}
