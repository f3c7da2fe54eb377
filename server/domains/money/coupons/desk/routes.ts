import {
  ChangeCoupon,
  DeskCouponList,
  DeskCouponQuery,
  NewCoupon,
  SwitchCoupon,
} from '@vesper/sync/vesper/api/desk-money.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { changeCoupon } from './change-coupon.ts'
import { couponPage } from './coupon-page.ts'
import { makeCoupon, switchCoupon } from './make-coupon.ts'

const tag = 'Desk'
const done = { success: true as const }
const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const listRoute = route({
  method: 'GET',
  path: '/desk/coupons',
  who: 'staff',
  needs: 'coupons.edit',
  tag,
  summary: 'The coupons, the newest first, and how often each was used',
  query: DeskCouponQuery,
  answer: DeskCouponList,
  handle: ({ app, query }) => couponPage(app.orm.em.fork(), query),
})

const makeRoute = route({
  method: 'POST',
  path: '/desk/coupons',
  who: 'staff',
  needs: 'coupons.edit',
  fresh: 300,
  tag,
  summary: 'Make a coupon',
  body: NewCoupon,
  answer: Done,
  async handle({ app, actor, body }) {
    await transact(app, actor, (tx) => makeCoupon(tx, body))
    return done
  },
})

const switchRoute = route({
  method: 'PUT',
  path: '/desk/coupons/{id}',
  who: 'staff',
  needs: 'coupons.edit',
  fresh: 300,
  tag,
  summary: 'Switch a coupon on or off',
  params: byId,
  body: SwitchCoupon,
  answer: Done,
  async handle({ app, actor, params: { id }, body: { isOn } }) {
    await transact(app, actor, (tx) => switchCoupon(tx, { id, isOn }))
    return done
  },
})

const changeRoute = route({
  method: 'PUT',
  path: '/desk/coupons/{id}/terms',
  who: 'staff',
  needs: 'coupons.edit',
  fresh: 300,
  tag,
  summary: 'Change the last day of a coupon and how often it can be used',
  params: byId,
  body: ChangeCoupon,
  answer: Done,
  async handle({ app, actor, params: { id }, body }) {
    await transact(app, actor, (tx) => changeCoupon(tx, { id, ...body }))
    return done
  },
})

const endRoute = route({
  method: 'DELETE',
  path: '/desk/coupons/{id}',
  who: 'staff',
  needs: 'coupons.edit',
  fresh: 300,
  tag,
  summary: 'End a coupon. It stays in the list, since payments name it',
  params: byId,
  answer: Done,
  async handle({ app, actor, params: { id } }) {
    await transact(app, actor, (tx) => switchCoupon(tx, { id, isOn: false }))
    return done
  },
})

export const deskCouponRoutes: Route[] = [listRoute, makeRoute, switchRoute, changeRoute, endRoute]
