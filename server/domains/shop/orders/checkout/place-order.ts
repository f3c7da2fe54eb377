import type { OrderAddress } from '@vesper/sync/vesper/records/order.ts'
import { v5 } from 'uuid'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { takeCharge } from '../../../money/money/charges/take.ts'
import { grantEntitlement } from '../../../people/grants/commands.ts'
import { Performer } from '../../../people/performers/entity.ts'
import { Order, OrderLine } from '../entity.ts'
import { sendPlaced } from '../mails.ts'
import { tell } from '../move-order.ts'
import { newOrderNumber } from './order-numbers.ts'
import type { PlannedOrder } from './plan-orders.ts'
import { taxParts } from './tax-parts.ts'

type Placing = { groupId: string; index: number; address: OrderAddress | null; note: string }

/**
 * Makes one order of a checkout: takes its tokens, writes its lines, and opens its files. Files are delivered with the payment, so
 * that their order is complete at once. Callers hold the locks of its products.
 */
export async function placeOrder(
  tx: Tx,
  { lines, ...planned }: PlannedOrder,
  { groupId, index, address, note }: Placing,
): Promise<Order> {
  const { userId: buyerId } = requireActor(tx)
  const { performerId, type, tokens, discount, shipping } = planned
  // The first order has the id that the buyer made, as each charge has; it tells the others apart from those of other checkouts.
  const id = index === 0 ? groupId : v5(`order ${index}`, groupId)
  const isDigital = type === 'digital'
  const asked = { id, type: 'product', targetId: id, performerId, tokens, isHeld: !isDigital } as const
  const taken = tokens > 0 ? await takeCharge(tx, asked) : null
  const { tax, taxOf, taxBps } = taxParts(taken?.charge ?? null, { lines, shipping })
  const { sellerKind = null } = (await tx.em.findOne(Performer, { userId: performerId })) ?? {}
  const arrived = isDigital ? tx.now : null
  const order = tx.em.create(Order, {
    ...{ id, number: await newOrderNumber(tx), groupId, buyerId, performerId, type, tokens, discount, shipping },
    ...{ fulfilment: isDigital ? 'completed' : 'new', deliveredAt: arrived, completedAt: arrived },
    ...{ taxBps, tax, currency: (await tx.app.settings.readIn(tx)).currency, sellerKind },
    ...{ address: isDigital ? null : address, isAddressShown: !isDigital, buyerNote: note },
    ...{ paidAt: tx.now, createdAt: tx.now, updatedAt: tx.now },
  })
  for (const [position, { performerId: _1, type: _2, shippingPrice: _3, ...line }] of lines.entries()) {
    tx.em.create(OrderLine, { ...line, orderId: id, position, tax: taxOf[position] ?? 0 })
  }
  tell(tx, id, { by: 'buyer', from: '', to: isDigital ? 'completed' : 'new' })
  await tx.em.flush()
  if (isDigital) {
    for (const { productId: objectId } of lines) {
      const owned = { userId: buyerId, performerId, objectType: 'product', objectId, source: 'purchase' } as const
      await grantEntitlement(tx, owned)
    }
  }
  await sendPlaced(tx, order)
  const created = { _id: id, number: order.number, type, tokens }
  tx.afterCommit(() => tx.app.live.toUser(performerId, 'order:created', created))
  return order
}
