import { CouponParams, CouponQuote, QuoteBody } from '@vesper/sync/vesper/api/coupons.ts'
import { route } from '../../infra/http/route.ts'
import type { Route } from '../../infra/http/route.ts'
import { couponFor } from './redeem.ts'

export const couponRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/coupons/{code}/apply-coupon',
    who: 'user',
    limits: [{ points: 10, seconds: 3600, by: 'account' }],
    tag: 'Coupons',
    summary: 'What a coupon takes off a price. It reserves nothing: the order or charge does, with the code',
    params: CouponParams,
    body: QuoteBody,
    answer: CouponQuote,
    async handle({ app, actor, params: { code }, body: { kind, amount, performerId = null } }) {
      const at = { em: app.orm.em.fork(), now: app.clock() }
      const use = { userId: actor.userId, code, kind, amount, performerId }
      return couponFor(at, use)
    },
  }),
]
