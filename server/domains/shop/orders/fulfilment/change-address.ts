import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { OrderAddress } from '@vesper/sync/vesper/records/order.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { Asset } from '../../../content/assets/entity.ts'
import { Address } from '../../addresses/entity.ts'
import { copyOf } from '../checkout/checkout.ts'
import { OrderEvent } from '../entity.ts'
import type { Order } from '../entity.ts'
import { lockOwnOrder, requireVersion } from '../lock-order.ts'
import { tell, touch } from '../move-order.ts'

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
