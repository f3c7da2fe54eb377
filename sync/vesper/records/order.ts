import * as v from 'valibot'
import { ProductType } from './asset.ts'
import { Participant } from './conversation.ts'
import { SellerKind } from './seller-kind.ts'

/** A device begins with the orders that are under way, and so many of the newest. */
export const ORDERS_WINDOW = 100
/** Orders that are under way at most in that window: the newest of them. */
export const OPEN_ORDERS_WINDOW = 500

const count = v.number()
const when = v.nullable(v.string())

export const OrderPayment = v.picklist(['paid', 'partly_refunded', 'refunded', 'disputed'])
export const OrderFulfilment = v.picklist(['new', 'processing', 'shipped', 'delivered', 'completed', 'canceled'])
export const RefundReason = v.picklist(['not_arrived', 'damaged', 'not_as_described', 'withdrawal', 'other'])
export const RefundRequestState = v.picklist(['open', 'granted', 'refused', 'appealed'])

/** The steps that a viewer may take with an order now. The server decides with the same table. */
export const OrderAction = v.picklist([
  ...['cancel', 'received', 'complete', 'request-refund', 'appeal', 'change-address'],
  ...['process', 'ship', 'refund', 'grant', 'refuse'],
] as const)

/**
 * Where a parcel goes: a copy, made at checkout. For the seller all but `country` is empty once the order is long over.
 */
export const OrderAddress = v.object({
  name: v.string(),
  line1: v.string(),
  line2: v.string(),
  city: v.string(),
  state: v.string(),
  postal: v.string(),
  country: v.string(),
  phone: v.nullable(v.string()),
})

/** A product as it was when it was bought. `discount` and `refundedTokens` are of the whole line, in tokens. */
export const OrderLine = v.object({
  _id: v.string(),
  productId: v.string(),
  name: v.string(),
  picture: v.nullable(v.string()),
  unitPrice: count,
  quantity: count,
  discount: count,
  refundedQuantity: count,
  refundedTokens: count,
  /** The number of files that it brought. */
  files: count,
  /** The tax in the price of the line, in cents; undefined where the order has none. */
  vat: v.optional(count),
})

/** Tax that a price includes: `rate` in 1/10,000 of the price before tax, the amounts in cents of `currency`. */
export const OrderVat = v.object({ rate: count, currency: v.string(), amount: count, shipping: count })

/** A step of an order. `from` and `to` are states of fulfilment, payment or of the request, the same where only a note came. */
export const OrderEvent = v.object({
  at: v.string(),
  from: v.string(),
  to: v.string(),
  note: v.string(),
  by: v.picklist(['buyer', 'seller', 'system', 'staff']),
})

/** The latest request of the buyer for tokens back. */
export const RefundRequest = v.object({
  state: RefundRequestState,
  reason: RefundReason,
  note: v.string(),
  /** Lines and quantities that are asked for; empty for the whole order. */
  lines: v.array(v.object({ lineId: v.string(), quantity: count })),
  /** The words of who decided; empty before. */
  answer: v.string(),
  /** The seller answers by this time; then staff do. Null once it is decided or with staff. */
  answerBy: when,
  /** Staff have decided: there is no appeal. */
  isFinal: v.boolean(),
  at: v.string(),
})

/** An order of one seller and one type as its buyer or its seller sees it. All amounts are in tokens. */
export const Order = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  /** Eight characters, for people. */
  number: v.string(),
  /** The checkout that it came from: a mixed cart makes several orders. */
  groupId: v.string(),
  performer: v.omit(Participant, ['isPerformer']),
  buyer: v.omit(Participant, ['isPerformer', 'avatar']),
  type: ProductType,
  payment: OrderPayment,
  fulfilment: OrderFulfilment,
  /** All that was paid: lines less `discount`, with `shipping`. */
  tokens: count,
  discount: count,
  shipping: count,
  refunded: count,
  /** How the creator sold when it was bought; null where that was not told. */
  sellerKind: v.optional(v.nullable(SellerKind)),
  /** The tax in `tokens`, as it was when it was bought; null where there was none. */
  vat: v.optional(v.nullable(OrderVat)),
  address: v.nullable(OrderAddress),
  carrier: v.string(),
  trackingNumber: v.string(),
  trackingUrl: v.nullable(v.string()),
  /** The buyer's words to the seller, and the seller's to the buyer. */
  buyerNote: v.string(),
  sellerNote: v.string(),
  /** Raised by each step. A step that names an older one is refused. */
  version: count,
  paidAt: v.string(),
  shippedAt: when,
  deliveredAt: when,
  completedAt: when,
  canceledAt: when,
  cancelReason: v.nullable(v.string()),
  /** When its buyer may cancel though the seller has begun: a silent seller. Null where that does not apply. */
  cancelableAt: when,
  lines: v.array(OrderLine),
  events: v.array(OrderEvent),
  refundRequest: v.nullable(RefundRequest),
  allowed: v.array(OrderAction),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type OrderPayment = v.InferOutput<typeof OrderPayment>
export type OrderFulfilment = v.InferOutput<typeof OrderFulfilment>
export type OrderAction = v.InferOutput<typeof OrderAction>
export type OrderAddress = v.InferOutput<typeof OrderAddress>
export type OrderLine = v.InferOutput<typeof OrderLine>
export type OrderVat = v.InferOutput<typeof OrderVat>
export type OrderEvent = v.InferOutput<typeof OrderEvent>
export type RefundRequest = v.InferOutput<typeof RefundRequest>
export type Order = v.InferOutput<typeof Order>
