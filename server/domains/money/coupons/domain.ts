import { domain, notSynced } from '../../../infra/domain.ts'
import { Coupon, CouponRedemption } from './entity.ts'
import { couponRoutes } from './routes.ts'

/** Codes that lower prices. */
export const coupons = domain({
  name: 'coupons',
  entities: [notSynced(Coupon), notSynced(CouponRedemption)],
  routes: couponRoutes,
})
