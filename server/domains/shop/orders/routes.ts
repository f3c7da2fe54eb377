import {
  BoughtList,
  BoughtQuery,
  CancelBody,
  DeliveryAddressBody,
  OrderAnswer,
  OrderParams,
  ReceivedBody,
  RefundRequestBody,
  SoldList,
  SoldQuery,
  UpdateOrderBody,
} from '@vesper/sync/vesper/api/orders.ts'
import type { Order as OrderRecord } from '@vesper/sync/vesper/records/order.ts'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { noteAddressAccess } from './address-access.ts'
import { buyProductRoute, checkoutRoute } from './checkout/checkout-routes.ts'
import { Order } from './entity.ts'
import { cancelOwnOrder } from './fulfilment/cancel-order.ts'
import { changeAddress } from './fulfilment/change-address.ts'
import { acceptOrder, receiveOrder } from './fulfilment/order-steps.ts'
import { updateOrder } from './fulfilment/update-order.ts'
import { loadOrders } from './load-orders.ts'
import { noOrder, sideOf } from './lock-order.ts'
import { orderPage } from './queries.ts'
import { requestRefund } from './refunds/requests.ts'
import { boughtView, orderView, soldView } from './views.ts'

const tag = 'Orders'
const limits: Limit[] = [{ points: 60, seconds: 60, by: 'account' }]
const reads: Limit[] = [{ points: 120, seconds: 60, by: 'account' }]

const boughtRoute = route({
  ...{ method: 'GET', path: '/orders/users/search', who: 'user', limits: reads, tag },
  summary: 'What the caller has bought, the last changed first',
  query: BoughtQuery,
  answer: BoughtList,
  async handle({ app, actor, query }) {
    const { orders, ...page } = await orderPage(app.orm.em.fork(), { buyerId: actor.userId }, query)
    return { data: orders.map(boughtView), ...page }
  },
})

const soldRoute = route({
  ...{ method: 'GET', path: '/orders/search', who: 'performer', limits: reads, tag },
  summary: 'What the caller has sold; with `needsAction` what is to pack, to send or to answer. No addresses',
  query: SoldQuery,
  answer: SoldList,
  async handle({ app, actor, query }) {
    const { orders, ...page } = await orderPage(app.orm.em.fork(), { performerId: actor.userId }, query)
    return { data: orders.map(soldView), ...page }
  },
})

const viewRoute = route({
  ...{ method: 'GET', path: '/orders/{id}', who: 'owner', limits: reads, tag },
  summary: 'An order for its buyer or its seller, with what they may do now',
  params: OrderParams,
  answer: OrderAnswer,
  handle: ({ app, actor, params: { id } }) => viewFor(app, actor, id),
})

const updateRoute = route({
  ...{ method: 'PUT', path: '/orders/{id}/update', who: 'performer', limits, tag },
  summary: 'The seller packs, sends, cancels, gives tokens back, or answers a request',
  params: OrderParams,
  body: UpdateOrderBody,
  answer: OrderAnswer,
  handle: ({ app, actor, params: { id: _id }, body }) => after(app, actor, (tx) => updateOrder(tx, { ...body, _id })),
})

const addressRoute = route({
  ...{ method: 'PUT', path: '/orders/{id}/update/delivery-address', who: 'owner', limits, tag },
  summary: 'The buyer has it sent somewhere else, while it is new',
  params: OrderParams,
  body: DeliveryAddressBody,
  answer: OrderAnswer,
  handle: ({ app, actor, params: { id: _id }, body }) => after(app, actor, (tx) => changeAddress(tx, { ...body, _id })),
})

const cancelRoute = route({
  ...{ method: 'POST', path: '/orders/{id}/cancel', who: 'owner', limits, tag },
  summary: 'Cancel an order as its buyer or its seller: all of it is given back',
  params: OrderParams,
  body: CancelBody,
  answer: OrderAnswer,
  handle: ({ app, actor, params: { id: _id }, body }) =>
    after(app, actor, (tx) => cancelOwnOrder(tx, { ...body, _id })),
})

const receivedRoute = route({
  ...{ method: 'POST', path: '/orders/{id}/received', who: 'owner', limits, tag },
  summary: 'The buyer has the parcel; with `complete` there is nothing to object',
  params: OrderParams,
  body: ReceivedBody,
  answer: OrderAnswer,
  handle: ({ app, actor, params: { id: _id }, body: { version, complete } }) =>
    after(app, actor, (tx) => (complete ? acceptOrder : receiveOrder)(tx, { _id, version })),
})

const requestRoute = route({
  ...{ method: 'POST', path: '/orders/{id}/refund-request', who: 'owner', limits, tag },
  summary: 'The buyer asks for tokens back, or appeals against a refusal',
  params: OrderParams,
  body: RefundRequestBody,
  answer: OrderAnswer,
  handle: ({ app, actor, params: { id: _id }, body }) => after(app, actor, (tx) => requestRefund(tx, { ...body, _id })),
})

export const orderRoutes: Route[] = [
  ...[checkoutRoute, buyProductRoute, boughtRoute, soldRoute, viewRoute, updateRoute, addressRoute],
  ...[cancelRoute, receivedRoute, requestRoute],
]

async function after(app: App, actor: Actor, command: (tx: Tx) => Promise<Order>): Promise<OrderRecord> {
  const { id } = await transact(app, actor, command)
  return viewFor(app, actor, id)
}

/** An order as one of its sides sees it. Refuses as `not-found` an order of others. */
async function viewFor(app: App, { userId }: Actor, id: string): Promise<OrderRecord> {
  const em = app.orm.em.fork()
  const order = await em.findOne(Order, { id })
  const side = order && sideOf(order, userId)
  const [loaded] = order ? await loadOrders(em, [order]) : []
  if (!loaded || !side) throw noOrder()
  if (side === 'seller') noteAddressAccess(app, userId, [loaded.order])
  return orderView(loaded, side, app.clock())
}
