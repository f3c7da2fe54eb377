import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** The prices that a coupon can lower. Its amounts are in tokens for products, else in cents. */
export const couponKinds = ['top-up', 'subscription', 'product'] as const

export type CouponKind = (typeof couponKinds)[number]

/** A code that lowers a price: by `percent`, or by `off`. */
export const Coupon = defineEntity({
  name: 'Coupon',
  tableName: 'coupon',
  checks: [{ name: 'coupon_discount_check', expression: '(percent is null) <> (off is null)' }],
  properties: {
    id: p.uuid().primary(),
    /** The code in upper case. */
    code: p.string().length(40).unique(),
    kinds: p.json<CouponKind[]>(),
    percent: p.integer().nullable(),
    off: p.integer().nullable(),
    /** The lowest price that it lowers. */
    minimum: p.integer().default(0),
    /** So many times over all; null for any number. */
    uses: p.integer().nullable(),
    usesEach: p.integer().default(1),
    /** The creator whose things it lowers; null for all. */
    performerId: p.uuid().nullable(),
    startsAt: p.datetime().nullable(),
    endsAt: p.datetime().nullable(),
    isDisabled: p.boolean().default(false),
    createdAt: p.datetime(),
  },
})

/** A use of a coupon. It counts from `reserved` on; `released`, it is free again. */
export const CouponRedemption = defineEntity({
  name: 'CouponRedemption',
  tableName: 'coupon_redemption',
  indexes: [
    { properties: ['couponId', 'userId'] },
    { properties: ['expiresAt'], name: 'coupon_redemption_due_index', where: "status = 'reserved'" },
  ],
  properties: {
    /** The order or charge that it is used for. */
    refId: p.uuid().primary(),
    couponId: p.uuid(),
    userId: p.uuid(),
    discount: p.integer(),
    status: p.enum(['reserved', 'confirmed', 'released'] as const),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})

export type Coupon = InferEntity<typeof Coupon>
