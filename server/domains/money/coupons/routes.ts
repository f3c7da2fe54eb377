import { CouponParams, CouponQuote, QuoteBody } from '@vesper/sync/vesper/api/coupons.ts'
import type * as v from 'valibot'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { couponFor, sellerOfCoupon } from './redeem.ts'

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
    async handle({ app, actor, params: { code }, body }) {
      const at = { em: app.orm.em.fork(), now: app.clock() }
      const { kind, ...asked } = body
      const part = kind === 'product' && body.sellers.length > 0 ? await partOf(at, code, body) : asked
      const { amount, performerId = null } = part
      return couponFor(at, { userId: actor.userId, code, kind, amount, performerId })
    },
  }),
]

/** The part of the products of several creators that a coupon is for. */
async function partOf(
  at: Parameters<typeof sellerOfCoupon>[0],
  code: string,
  { amount, sellers }: v.InferOutput<typeof QuoteBody>,
): Promise<{ amount: number; performerId?: string }> {
  const of = await sellerOfCoupon(at, code)
  const part = sellers.find(({ performerId }) => performerId === of)
  return part ?? { amount }
}
