import type { Order as OrderRecord, OrderAddress, OrderVat } from '@vesper/sync/vesper/records/order.ts'
import { avatarUrl, productUrl } from '../../../infra/files/views.ts'
import type { User } from '../../people/accounts/entity.ts'
import type { Order, OrderEvent, OrderLine, RefundRequest } from './entity.ts'
import type { LoadedOrder } from './load-orders.ts'
import { after, allowedActions, cancelableFrom, DAYS } from './machine.ts'

/** The latest events that are shown of an order. */
const EVENTS_SHOWN = 100

export type Side = 'buyer' | 'seller'

/** An order for one of its two sides. */
export function orderView(
  { order, lines, events, request, ...sides }: LoadedOrder,
  side: Side,
  now: Date,
): OrderRecord {
  return {
    ...cardOf(order),
    ...{ performer: sideOf(order.performerId, sides.performer), buyer: buyerOf(order.buyerId, sides.buyer) },
    ...{ groupId: order.groupId, discount: order.discount, shipping: order.shipping },
    ...{ sellerKind: order.sellerKind ?? null, vat: vatOf(order, lines) },
    address: addressFor(order, side, now),
    ...{ carrier: order.carrier, trackingNumber: order.trackingNumber, trackingUrl: order.trackingUrl ?? null },
    ...{ buyerNote: order.buyerNote, sellerNote: order.sellerNote, version: order.version },
    ...{ shippedAt: timeOf(order.shippedAt), deliveredAt: timeOf(order.deliveredAt) },
    ...{ completedAt: timeOf(order.completedAt), canceledAt: timeOf(order.canceledAt) },
    ...{ cancelReason: order.cancelReason ?? null, cancelableAt: timeOf(cancelableFrom(order)) },
    lines: lines.map((line) => ({ ...lineView(line), ...(order.taxBps > 0 && { vat: line.tax }) })),
    events: events.slice(-EVENTS_SHOWN).map(eventView),
    refundRequest: request && requestView(request),
    allowed: allowedActions({ ...order, request }, side, now),
  }
}

/** The tax of an order; shipping has what its lines leave. */
function vatOf({ taxBps, tax, currency }: Order, lines: readonly OrderLine[]): OrderVat | null {
  if (taxBps === 0) return null
  const shipping = tax - lines.reduce((sum, line) => sum + line.tax, 0)
  return { rate: taxBps, currency, amount: tax, shipping }
}

/** An order in a list of its buyer, and in one of its seller. */
export function boughtView(loaded: LoadedOrder) {
  return { ...listed(loaded), performer: sideOf(loaded.order.performerId, loaded.performer) }
}

export function soldView(loaded: LoadedOrder) {
  return { ...listed(loaded), buyer: buyerOf(loaded.order.buyerId, loaded.buyer), needsAction: needsAction(loaded) }
}

/** The seller has to pack, to send or to answer. */
function needsAction({ order, request }: LoadedOrder): boolean {
  return order.fulfilment === 'new' || order.fulfilment === 'processing' || request?.state === 'open'
}

/** The whole address is the buyer's; the seller sees it while it `isAddressOpen`, then the country alone. */
export function addressFor(order: Order, side: Side, now: Date): OrderAddress | null {
  const { address } = order
  if (address == null || side === 'buyer' || isAddressOpen(order, now)) return address ?? null
  return {
    ...{ name: '', line1: '', line2: '', city: '', state: '', postal: '' },
    country: address.country,
    phone: null,
  }
}

/** True while the seller sees where an order goes. One that was given back as a whole before it left goes nowhere. */
export function isAddressOpen({ isAddressShown, completedAt, payment, fulfilment }: Order, now: Date): boolean {
  const isCalledOff = payment === 'refunded' && (fulfilment === 'new' || fulfilment === 'processing')
  return isAddressShown && !isCalledOff && (completedAt == null || now < after(completedAt, DAYS.address))
}

function listed({ order, lines }: LoadedOrder) {
  return { ...cardOf(order), lines: lines.slice(0, 3).map(lineView), lineCount: lines.length }
}

function cardOf(order: Order) {
  const { id, number, type, payment, fulfilment, tokens, refunded } = order
  return {
    ...{ _id: id, number, type, payment, fulfilment, tokens, refunded },
    ...{ paidAt: order.paidAt.toISOString(), createdAt: order.createdAt.toISOString() },
    updatedAt: order.updatedAt.toISOString(),
  }
}

function lineView(line: OrderLine) {
  const { productId, name, unitPrice, quantity, discount, refundedQuantity, refundedTokens } = line
  return {
    ...{ _id: line.id, productId, name, picture: productUrl(line.pictureFileId) },
    ...{ unitPrice, quantity, discount, refundedQuantity, refundedTokens, files: line.fileIds.length },
  }
}

function eventView({ at, from, to, note, by }: OrderEvent) {
  return { at: at.toISOString(), from, to, note, by }
}

function requestView(request: RefundRequest) {
  const { state, reason, note, lines, answer, answerBy, isFinal, createdAt } = request
  const until = state === 'open' ? timeOf(answerBy) : null
  return { state, reason, note, lines, answer, answerBy: until, isFinal, at: createdAt.toISOString() }
}

function sideOf(_id: string, user: User | null) {
  return { ...buyerOf(_id, user), avatar: avatarUrl(user?.avatarFileId) }
}

function buyerOf(_id: string, user: User | null) {
  return { _id, name: user?.name ?? '', username: user?.username ?? null }
}

function timeOf(time: Date | null | undefined): string | null {
  return time?.toISOString() ?? null
}
