import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import {
  CheckoutAnswer,
  CheckoutBody,
  ProductPurchaseAnswer,
  ProductPurchaseBody,
} from '@vesper/sync/vesper/api/orders.ts'
import * as v from 'valibot'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Limit } from '../../../../infra/http/route.ts'
import { countCouponTry } from '../../../money/coupons/count-try.ts'
import { Charge } from '../../../money/money/charges/entity.ts'
import { sidesOf } from '../../../money/money/charges/queries.ts'
import { chargeView } from '../../../money/money/charges/views.ts'
import { loadOrders } from '../load-orders.ts'
import { orderView } from '../views.ts'
import { checkout } from './checkout.ts'
import type { CheckedOut, CheckoutRequest } from './checkout.ts'

const limits: Limit[] = [{ points: 30, seconds: 60, by: 'account' }]

export const checkoutRoute = route({
  method: 'POST',
  path: '/orders',
  who: 'user',
  limits,
  tag: 'Orders',
  summary:
    'Buy what is in the cart: one order for each seller and type, all or none. The same `_id` again is the same checkout',
  body: CheckoutBody,
  answer: CheckoutAnswer,
  status: 201,
  async handle({ app, actor, body, foundAgain }) {
    if (body.couponCode) await countCouponTry(app, actor.userId)
    const { orders, balance, isNew } = await transact(app, actor, (tx) => checkout(tx, body))
    if (!isNew) foundAgain()
    return { orders: await viewsOf(app, orders), balance }
  },
})

export const buyProductRoute = route({
  method: 'POST',
  path: '/wallet/charges/product/{id}',
  who: 'user',
  limits,
  tag: 'Wallet',
  summary:
    'Buy one product without a cart, at the price and the total that were seen; the same `_id` again is the same purchase',
  params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
  body: ProductPurchaseBody,
  answer: ProductPurchaseAnswer,
  status: 201,
  async handle({
    app,
    actor,
    params: { id: productId },
    body: { price, quantity, total = null, ...body },
    foundAgain,
  }) {
    if (body.couponCode) await countCouponTry(app, actor.userId)
    const request = { ...body, lines: [{ productId, quantity, price }], total }
    const { orders, balance, isNew } = await buyOne(app, actor, request)
    if (!isNew) foundAgain()
    const em = app.orm.em.fork()
    const [order] = await viewsOf(app, orders)
    const charge = order && (await em.findOne(Charge, { id: order._id }))
    if (!order || !charge) throw new Refusal('conflict', 'This was used for something else.')
    const { currency } = await app.settings.read()
    const side = (await sidesOf(em, [charge.performerId]))(charge.performerId)
    const [{ name: title } = { name: '' }] = order.lines
    return { charge: { ...chargeView(charge, { performer: side, title }, currency), balance }, order }
  },
})

/** Where one product alone is asked for, its price is told in the words of every other purchase. */
async function buyOne(app: App, actor: Actor, request: CheckoutRequest): Promise<CheckedOut> {
  try {
    return await transact(app, actor, (tx) => checkout(tx, request))
  } catch (error) {
    if (!(error instanceof Refusal) || error.details?.length !== 1) throw error
    const [{ path, message } = { path: '', message: '' }] = error.details
    if (path === 'lines.0.productId') throw new Refusal('not-found', 'This product is not on sale.')
    if (path === 'lines.0.price' || path === 'total') {
      const field = path === 'total' ? path : 'price'
      throw new Refusal('conflict', 'The price has changed. Nothing was charged.', [{ path: field, message }])
    }
    throw path.startsWith('lines.0.') ? new Refusal(error.kind, message, [{ path: path.slice(8), message }]) : error
  }
}

async function viewsOf(app: App, orders: CheckedOut['orders']) {
  const em = app.orm.em.fork()
  return (await loadOrders(em, orders)).map((loaded) => orderView(loaded, 'buyer', app.clock()))
}
