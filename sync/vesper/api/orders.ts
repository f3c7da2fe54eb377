import * as v from 'valibot'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '../records/cart-line.ts'
import { Order, OrderFulfilment, OrderPayment, RefundReason } from '../records/order.ts'
import { NewAddress } from './addresses.ts'
import { Charge, PurchaseBody } from './charges.ts'
import { afterPlace, calendarDate, placedListOf, listQuery, queryChoice, uuid } from './fields.ts'
import { CARRIER_MAX, OrderNote, OrderVersion, Parcel, TRACKING_NUMBER_MAX } from './order-fields.ts'

/** The version of the text that a buyer of files agrees to: they come at once, and the right to withdraw ends. */
export const ORDER_CONSENT = '2026-11'

const id = v.pipe(uuid, v.toLowerCase())
const whole = 'Whole numbers only.'
const tokens = v.pipe(v.number(whole), v.integer(whole), v.minValue(0, whole), v.maxValue(100_000_000, whole))
const quantity = v.pipe(
  v.number(whole),
  v.integer(whole),
  v.minValue(1, 'Buy at least one.'),
  v.maxValue(LINE_QUANTITY_MAX, 'Buy at most 99 of one product at once.'),
)
const couponCode = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60)))
const consent = v.optional(v.literal(ORDER_CONSENT, 'The terms have changed. Reload the page and read them again.'))

/** A product as its buyer saw it. */
export const CheckoutLine = v.object({ productId: id, quantity, price: tokens })

/**
 * `POST /orders`: buys the lines of a cart. `_id` is made when the review opens: sent again, it is the same checkout. `total`
 * is what the buyer saw: all lines and shipping, less what the coupon takes off. `addressId` for physical products,
 * `consent` for files.
 */
export const CheckoutBody = v.object({
  _id: id,
  lines: v.pipe(
    v.array(CheckoutLine),
    v.minLength(1, 'There is nothing to buy.'),
    v.maxLength(CART_LINES_MAX, 'A cart has at most 100 products.'),
    v.check(
      (lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length,
      'A product stands in one line.',
    ),
  ),
  addressId: v.optional(v.nullable(id), null),
  couponCode,
  total: tokens,
  consent,
  note: v.optional(OrderNote, ''),
})

/** `balance`: tokens that can be spent after it. One order for each seller and type. */
export const CheckoutAnswer = v.object({ orders: v.array(Order), balance: v.number() })

/**
 * `POST /wallet/charges/product/{id}`: one product without a cart. `price` is that of one piece. `total` is all that is paid,
 * as in a checkout; it may be left out where nothing is added to the price.
 */
export const ProductPurchaseBody = v.object({
  ...PurchaseBody.entries,
  quantity: v.optional(quantity, 1),
  total: v.optional(tokens),
  addressId: v.optional(v.nullable(id), null),
  couponCode,
  consent,
  note: v.optional(OrderNote, ''),
})

export const ProductPurchaseAnswer = v.object({ charge: Charge, order: Order })

export const OrderParams = v.object({ id })

const day = calendarDate('Use a day such as 2026-11-26')

const OrderQuery = v.object({
  ...listQuery(['updatedAt', 'createdAt', 'tokens']).entries,
  ...afterPlace,
  payment: v.optional(queryChoice(OrderPayment.options)),
  fulfilment: v.optional(queryChoice(OrderFulfilment.options)),
  /** Days of UTC; both are part of the range. */
  from: v.optional(day),
  to: v.optional(day),
})

/** `GET /orders/users/search`: what the caller has bought; `q` is looked for in numbers and names of products. */
export const BoughtQuery = OrderQuery

/** `GET /orders/search`: what the caller has sold. `needsAction=true`: to pack, to send or to answer. */
export const SoldQuery = v.object({ ...OrderQuery.entries, needsAction: v.optional(queryChoice(['true', 'false'])) })

const CARD_FIELDS = [
  ...['_id', 'number', 'type', 'payment', 'fulfilment', 'tokens', 'refunded'],
  ...['lines', 'paidAt', 'createdAt', 'updatedAt'],
] as const

/** An order in a list, with its first three lines. No list has addresses. */
const OrderCard = v.object({ ...v.pick(Order, CARD_FIELDS).entries, lineCount: v.number() })

export const BoughtList = placedListOf(v.object({ ...OrderCard.entries, performer: Order.entries.performer }))
export const SoldList = placedListOf(
  v.object({ ...OrderCard.entries, buyer: Order.entries.buyer, needsAction: v.boolean() }),
)

const version = OrderVersion

/** `POST /orders/{id}/cancel` by buyer or seller. */
export const CancelBody = v.object({ version, reason: v.optional(OrderNote, '') })

/** `POST /orders/{id}/received`. With `complete` the buyer has nothing to object: the order is completed. */
export const ReceivedBody = v.object({ version, complete: v.optional(v.boolean(), false) })

const part = { lineId: id, quantity: v.optional(quantity) }
const DOUBLED = 'A product stands in one line.'
const isEachOnce = (lines: readonly { lineId: string }[]) =>
  new Set(lines.map(({ lineId }) => lineId)).size === lines.length

/**
 * `POST /orders/{id}/refund-request`: asks for tokens back, for the whole order without `lines`. After a refusal the same
 * call is the appeal, which staff decide.
 */
export const RefundRequestBody = v.object({
  version,
  reason: v.optional(RefundReason, 'other'),
  note: v.optional(OrderNote, ''),
  lines: v.optional(
    v.pipe(
      v.array(v.object({ ...part, quantity })),
      v.maxLength(CART_LINES_MAX),
      v.check((lines) => isEachOnce(lines), DOUBLED),
    ),
    [],
  ),
})

/**
 * `_id` is made when the seller is asked: sent again, it is the same refund. By line: a quantity, whose part of the price goes
 * back, or an amount of tokens. Without lines all that is left of the order, its shipping too.
 */
const Refund = v.object({
  _id: v.optional(id),
  lines: v.optional(
    v.pipe(
      v.array(v.object({ ...part, tokens: v.optional(v.pipe(tokens, v.minValue(1, whole))) })),
      v.maxLength(CART_LINES_MAX),
      v.check((lines) => isEachOnce(lines), DOUBLED),
    ),
    [],
  ),
  /** Puts what comes back on sale again. */
  restock: v.optional(v.boolean(), false),
  reason: v.optional(OrderNote, ''),
})

/**
 * `PUT /orders/{id}/update` by the seller: the fields that are given. `request` answers the buyer's request; granted, what was
 * asked for is given back unless `refund` says otherwise.
 */
export const UpdateOrderBody = v.object({
  version,
  fulfilment: v.optional(v.picklist(['processing', 'shipped', 'canceled'])),
  carrier: v.optional(v.pipe(Parcel.entries.carrier.wrapped, v.maxLength(CARRIER_MAX))),
  trackingNumber: v.optional(v.pipe(Parcel.entries.trackingNumber.wrapped, v.maxLength(TRACKING_NUMBER_MAX))),
  trackingUrl: v.optional(Parcel.entries.trackingUrl.wrapped),
  sellerNote: v.optional(OrderNote),
  reason: v.optional(OrderNote, ''),
  refund: v.optional(Refund),
  request: v.optional(v.object({ decision: v.picklist(['grant', 'refuse']), answer: v.optional(OrderNote, '') })),
})

/** `PUT /orders/{id}/update/delivery-address` by the buyer: one of the own addresses, or the fields of another. */
export const DeliveryAddressBody = v.object({
  version,
  addressId: v.optional(id),
  ...v.partial(v.omit(NewAddress, ['isDefault'])).entries,
})

export const OrderAnswer = Order

export type CheckoutBody = v.InferOutput<typeof CheckoutBody>
export type RefundBody = v.InferOutput<typeof Refund>
export type UpdateOrder = v.InferOutput<typeof UpdateOrderBody>
export type RefundRequestBody = v.InferOutput<typeof RefundRequestBody>
