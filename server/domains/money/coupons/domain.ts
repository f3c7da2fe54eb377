import { domain, notSynced } from '../../../infra/domain.ts'
import { deskCouponRoutes } from './desk/routes.ts'
import { Coupon, CouponRedemption } from './entity.ts'
import { couponRoutes } from './routes.ts'

/** Codes that lower prices. */
export const coupons = domain({
  name: 'coupons',
  entities: [notSynced(Coupon), notSynced(CouponRedemption)],
  reads: ['user'],
  routes: [...couponRoutes, ...deskCouponRoutes],
})
