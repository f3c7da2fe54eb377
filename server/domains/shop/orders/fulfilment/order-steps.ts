import type { Parcel } from '@vesper/sync/vesper/api/order-fields.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { releaseEarning } from '../../../money/money/charges/hold.ts'
import type { Order } from '../entity.ts'
import { lockOwnOrder, requireVersion } from '../lock-order.ts'
import type { Locked } from '../lock-order.ts'
import { isTaken, nextFulfilment } from '../machine.ts'
import type { Role } from '../machine.ts'
import { sendShipped } from '../mails.ts'
import { moveOrder } from '../move-order.ts'

export type Step = { _id: string; version: number }
export type Ship = Step & Partial<Parcel>

/** The seller begins to pack. Refuses as `conflict` another state or version, as `not-found` an order of others. */
export async function processOrder(tx: Tx, { _id, version }: Step): Promise<Order> {
  const locked = await lockOwnOrder(tx, _id, ['seller'])
  await takeStep(tx, locked, { event: 'process', version, by: 'seller' })
  return locked.order
}

/** The seller sends the parcel. Sent again, the same step changes nothing. Refuses as `processOrder`. */
export async function shipOrder(tx: Tx, { _id, version, ...parcel }: Ship): Promise<Order> {
  const locked = await lockOwnOrder(tx, _id, ['seller'])
  await takeStep(tx, locked, { event: 'ship', version, by: 'seller', parcel })
  return locked.order
}

/** The parcel has arrived. Refuses as `processOrder`. */
export async function receiveOrder(tx: Tx, { _id, version }: Step): Promise<Order> {
  const locked = await lockOwnOrder(tx, _id, ['buyer'])
  await takeStep(tx, locked, { event: 'receive', version, by: 'buyer' })
  return locked.order
}

/** The buyer has nothing to object: the seller earns it. A parcel on its way counts as received. Refuses as `processOrder`. */
export async function acceptOrder(tx: Tx, { _id, version }: Step): Promise<Order> {
  const locked = await lockOwnOrder(tx, _id, ['buyer'])
  if (locked.order.fulfilment === 'completed') return locked.order
  requireVersion(locked.order, version)
  if (locked.order.fulfilment === 'shipped') moveOrder(tx, locked, { event: 'receive', by: 'buyer' })
  await completeOrder(tx, locked, 'buyer')
  return locked.order
}

/** Completes a locked order: what it earned becomes free after the days of the site. */
export async function completeOrder(tx: Tx, locked: Locked, by: Role): Promise<void> {
  moveOrder(tx, locked, { event: 'complete', by })
  await releaseEarning(tx, locked.order.id)
}

/** The seller's words to the buyer; the last ones stand. They are no step, and raise no version. */
export async function noteOrder(tx: Tx, { _id, note }: { _id: string; note: string }): Promise<Order> {
  const { order } = await lockOwnOrder(tx, _id, ['seller'])
  if (order.sellerNote !== note) Object.assign(order, { sellerNote: note, updatedAt: tx.now })
  return order
}

type ParcelFields = { [Field in keyof Parcel]?: Parcel[Field] | undefined }
type Taking = { event: 'process' | 'ship' | 'receive'; version: number; by: Role; note?: string; parcel?: ParcelFields }

/**
 * Takes a step of a locked order: the one way of routes and devices. A step that was taken already changes nothing. Refuses
 * as `conflict` another state and an older version.
 */
export async function takeStep(
  tx: Tx,
  locked: Locked,
  { event, version, by, note = '', parcel = {} }: Taking,
): Promise<void> {
  const { order, request } = locked
  if (isTaken(order, event)) return
  // An order that has gone another way is told as such, whatever version the device has.
  const isPossible = nextFulfilment({ ...order, request }, event, { by, now: tx.now }) !== undefined
  if (isPossible) requireVersion(order, version)
  moveOrder(tx, locked, { event, by, note })
  if (event !== 'ship') return
  setParcel(order, parcel)
  await sendShipped(tx, order)
}

/** Sets the fields of a parcel that are given. */
export function setParcel(order: Order, { carrier, trackingNumber, trackingUrl }: ParcelFields): void {
  if (carrier !== undefined) order.carrier = carrier
  if (trackingNumber !== undefined) order.trackingNumber = trackingNumber
  if (trackingUrl !== undefined) order.trackingUrl = trackingUrl
}
