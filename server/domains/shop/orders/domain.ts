import { domain, notSynced, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { AddressAccess, Checkout, Order, OrderEvent, OrderLine, RefundRequest } from './entity.ts'
import { noteOrder, processOrder, receiveOrder, shipOrder } from './fulfilment/order-steps.ts'
import { cancelClosedJob, followOrdersJob } from './jobs.ts'
import { followRefund } from './refunds/refunded.ts'
import { orderRoutes } from './routes.ts'
import { orders as bought, recordOrder, sales } from './synced.ts'

const limit = { points: 600, seconds: 600 }

/** Orders of products: their payment, their way to the buyer, and what comes back. */
export const orders = domain({
  name: 'orders',
  entities: [
    ...[synced(Order, recordOrder), notSynced(OrderLine), notSynced(OrderEvent), notSynced(RefundRequest)],
    ...[notSynced(Checkout), notSynced(AddressAccess)],
  ],
  collections: [bought, sales],
  ownRows: [
    {
      sql: 'select count(*)::int from (select from "order" where buyer_id = ? or performer_id = ? limit 600) as o',
      params: ['viewer', 'viewer'],
    },
  ],
  routes: orderRoutes,
  jobs: [followOrdersJob, cancelClosedJob],
  refunded: { product: followRefund },
  mutations: {
    'order.received': { run: receiveOrder, spaces: ownSpace, limit },
    'order.process': { run: processOrder, spaces: ownSpace, limit },
    'order.ship': { run: shipOrder, spaces: ownSpace, limit },
    'order.note': { run: noteOrder, spaces: ownSpace, limit },
  },
})
