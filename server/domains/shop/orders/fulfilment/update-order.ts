import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { UpdateOrder } from '@vesper/sync/vesper/api/orders.ts'
import type { OrderAddress } from '@vesper/sync/vesper/records/order.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { Asset } from '../../../content/assets/entity.ts'
import { Address } from '../../addresses/entity.ts'
import { copyOf } from '../checkout/checkout.ts'
import { OrderEvent } from '../entity.ts'
import type { Order } from '../entity.ts'
import { lockOwnOrder, requireVersion } from '../lock-order.ts'
import { requireAllowed } from '../machine.ts'
import { sendShipped } from '../mails.ts'
import { moveOrder, tell, touch } from '../move-order.ts'
import { isRefunded, refundOrder } from '../refunds/refund-order.ts'
import { decideRequest } from '../refunds/requests.ts'
import { cancelOrder } from './cancel-order.ts'
import { setParcel } from './step-order.ts'

/**
 * The seller's changes to an order, all of them or none. A state that it is in already is no step, and a refund that was made
 * is not made again. Refuses as `conflict` a step that the state does not allow and an older version, as `not-found` an order
 * of others.
 */
export async function updateOrder(tx: Tx, { _id, version, ...changes }: UpdateOrder & { _id: string }): Promise<Order> {
  const locked = await lockOwnOrder(tx, _id, ['seller'])
  const { order } = locked
  const { fulfilment, sellerNote, refund, request, reason, ...parcel } = changes
  const isStep = fulfilment !== undefined && fulfilment !== order.fulfilment
  if (refund && (await isRefunded(tx, order, refund))) return order
  const seen = order.version
  if (isStep && fulfilment === 'canceled') await cancelOrder(tx, locked, { by: 'seller', reason })
  else if (isStep)
    moveOrder(tx, locked, { event: fulfilment === 'processing' ? 'process' : 'ship', by: 'seller', note: reason })
  const decides = isStep || refund !== undefined || request !== undefined
  if (decides) requireVersion({ ...order, version: seen }, version)
  setParcel(order, parcel)
  if (sellerNote !== undefined) order.sellerNote = sellerNote
  if (isStep && fulfilment === 'shipped') await sendShipped(tx, order)
  if (request) await decideRequest(tx, locked, { ...request, refund, by: 'seller' })
  else if (refund) {
    requireAllowed({ ...order, request: locked.request }, 'refund', { by: 'seller', now: tx.now })
    await refundOrder(tx, locked, { ...refund, by: 'seller' })
  }
  order.updatedAt = tx.now
  return order
}

type Fields = { [Field in keyof OrderAddress]?: OrderAddress[Field] | undefined }

/** Changes of the address that an order takes. Each is kept for ever. */
const ADDRESS_CHANGES_MAX = 20

/**
 * Sends an order somewhere else, while nobody packs it; the same address changes nothing. Refuses as `conflict` one that is
 * being prepared, a country that is not served, and one change too many.
 */
export async function changeAddress(
  tx: Tx,
  { _id, version, addressId, ...fields }: Fields & { _id: string; version: number; addressId?: string | undefined },
): Promise<Order> {
  const { order, lines, request } = await lockOwnOrder(tx, _id, ['buyer'])
  if (order.type === 'digital' || order.fulfilment !== 'new') {
    throw new Refusal('conflict', 'This order is being prepared; its address can no longer change.')
  }
  const address = addressId === undefined ? fieldsOf(order, fields) : await ownAddress(tx, addressId)
  if (isDeepStrictEqual(address, order.address && copyOf(order.address))) return order
  requireVersion(order, version)
  const products = await tx.em.find(Asset, { id: { $in: lines.map(({ productId }) => productId) } })
  if (products.some(({ shipsTo }) => shipsTo.length > 0 && !shipsTo.includes(address.country))) {
    throw new Refusal('conflict', 'This creator does not ship to that country.')
  }
  if ((await tx.em.count(OrderEvent, { orderId: order.id, from: 'new', to: 'new' })) >= ADDRESS_CHANGES_MAX) {
    throw new Refusal('conflict', 'The address of this order was changed too often. Write to the creator.')
  }
  order.address = address
  touch(tx, { order, request })
  tell(tx, order.id, { by: 'buyer', from: 'new', to: 'new', note: '' })
  return order
}

async function ownAddress(tx: Tx, id: string): Promise<OrderAddress> {
  const address = await tx.em.findOne(Address, { id, userId: requireActor(tx).userId })
  if (!address) throw new Refusal('not-found', 'This address is no longer there.')
  return copyOf(address)
}

function fieldsOf({ address }: Order, fields: Fields): OrderAddress {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const empty = { ...{ name: '', line1: '', line2: '', city: '', state: '', postal: '', country: '' }, phone: null }
  return { ...empty, ...address, ...given }
}
