import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { OrderAddress } from '@vesper/sync/vesper/records/order.ts'
import { v7 } from 'uuid'

/** A checkout: one payment of a buyer for one order or several. `id` is made by the buyer, so that it happens once. */
export const Checkout = defineEntity({
  name: 'Checkout',
  tableName: 'checkout',
  properties: {
    id: p.uuid().primary(),
    buyerId: p.uuid().index(),
    /** Hash of all that was asked for: the same id for something else is refused. */
    requestHash: p.string().length(64),
    /** The version of the text by which the buyer wanted files at once; null where none was asked for. */
    consent: p.string().length(20).nullable(),
    couponCode: p.string().length(60).nullable(),
    createdAt: p.datetime(),
  },
})

/** An order of one seller and one type; its id is that of its charge. Amounts are in tokens. */
export const Order = defineEntity({
  name: 'Order',
  tableName: 'order',
  checks: [
    { name: 'order_refunded_check', expression: 'refunded >= 0 and refunded <= tokens' },
    { name: 'order_address_check', expression: `type = 'digital' or address is not null` },
  ],
  uniques: [{ properties: ['number'] }],
  indexes: [
    { properties: ['groupId'] },
    { properties: ['buyerId', 'createdAt'] },
    { properties: ['performerId', 'createdAt'] },
    // Each order that the two lists offer.
    { properties: ['buyerId', 'updatedAt'] },
    { properties: ['performerId', 'updatedAt'] },
    { properties: ['buyerId', 'tokens'] },
    { properties: ['performerId', 'tokens'] },
    {
      ...{ properties: ['performerId', 'fulfilment'], name: 'order_open_index' },
      where: `fulfilment in ('new', 'processing', 'shipped')`,
    },
    { properties: ['dueAt'], name: 'order_due_index', where: 'due_at is not null' },
  ],
  properties: {
    id: p.uuid().primary(),
    number: p.string().length(8),
    groupId: p.uuid(),
    buyerId: p.uuid(),
    performerId: p.uuid(),
    type: p.enum(['physical', 'digital'] as const),
    payment: p.enum(['paid', 'partly_refunded', 'refunded', 'disputed'] as const).default('paid'),
    fulfilment: p.enum(['new', 'processing', 'shipped', 'delivered', 'completed', 'canceled'] as const),
    tokens: p.integer(),
    discount: p.integer(),
    shipping: p.integer(),
    refunded: p.integer().default(0),
    /** How the creator sold when it was bought; null where that was not told. */
    sellerKind: p.enum(['trader', 'private'] as const).nullable(),
    /** The rate of the tax of its day, in 1/10,000, and the tax in `tokens`, in cents of `currency`. */
    taxBps: p.integer().default(0),
    tax: p.bigint('number').default(0),
    currency: p.string().length(3).default(''),
    /** A copy of the buyer's address; null for files. */
    address: p.json<OrderAddress>().nullable(),
    /** The seller still sees the whole address. */
    isAddressShown: p.boolean(),
    carrier: p.string().length(60).default(''),
    trackingNumber: p.string().length(60).default(''),
    trackingUrl: p.string().length(500).nullable(),
    buyerNote: p.string().length(500).default(''),
    sellerNote: p.string().length(500).default(''),
    version: p.integer().default(1),
    paidAt: p.datetime(),
    shippedAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
    canceledAt: p.datetime().nullable(),
    cancelReason: p.string().length(500).nullable(),
    /** When the next thing happens by itself: see `dueOf`. Null where nothing does. */
    dueAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A product in an order, as it was bought. */
export const OrderLine = defineEntity({
  name: 'OrderLine',
  tableName: 'order_line',
  checks: [
    {
      name: 'order_line_quantity_check',
      expression: 'quantity > 0 and refunded_quantity >= 0 and refunded_quantity <= quantity',
    },
    {
      ...{ name: 'order_line_tokens_check' },
      expression: 'discount >= 0 and refunded_tokens >= 0 and refunded_tokens <= unit_price * quantity - discount',
    },
  ],
  indexes: [{ properties: ['orderId'] }, { properties: ['productId'] }, { properties: ['pictureFileId'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    orderId: p.uuid(),
    productId: p.uuid(),
    /** Its place in the order, from 0. */
    position: p.integer(),
    name: p.string().length(120),
    pictureFileId: p.uuid().nullable(),
    unitPrice: p.integer(),
    quantity: p.integer(),
    /** Its part of the coupon, so that no refund has to guess. */
    discount: p.integer().default(0),
    /** Its part of the order's tax, in cents. */
    tax: p.bigint('number').default(0),
    /** The files that the buyer may download. */
    fileIds: p.array().default([]),
    refundedQuantity: p.integer().default(0),
    refundedTokens: p.integer().default(0),
  },
})

/** One event of an order. The database refuses to change it. */
export const OrderEvent = defineEntity({
  name: 'OrderEvent',
  tableName: 'order_event',
  triggers: [
    {
      ...{ name: 'order_event_fixed', timing: 'before', events: ['update', 'delete'] },
      expression:
        'create trigger order_event_fixed before update or delete on "order_event" for each row execute function audit_refuse_change()',
    },
  ],
  indexes: [{ properties: ['orderId', 'id'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    orderId: p.uuid(),
    at: p.datetime(),
    by: p.enum(['buyer', 'seller', 'system', 'staff'] as const),
    /** The account that acted; null for the platform and its staff. */
    actorId: p.uuid().nullable(),
    from: p.string().length(30),
    to: p.string().length(30),
    note: p.string().length(500).default(''),
  },
})

/** A buyer's request for tokens back; the latest of an order counts. */
export const RefundRequest = defineEntity({
  name: 'RefundRequest',
  tableName: 'refund_request',
  uniques: [
    {
      name: 'refund_request_open',
      expression: `create unique index "refund_request_open" on "refund_request" ("order_id") where state in ('open', 'appealed')`,
    },
  ],
  indexes: [{ properties: ['orderId', 'id'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    orderId: p.uuid(),
    state: p.enum(['open', 'granted', 'refused', 'appealed'] as const),
    reason: p.enum(['not_arrived', 'damaged', 'not_as_described', 'withdrawal', 'other'] as const),
    note: p.string().length(500).default(''),
    /** Lines and quantities; empty for the whole order. */
    lines: p.json<{ lineId: string; quantity: number }[]>(),
    answer: p.string().length(500).default(''),
    /** The seller answers until this time. */
    answerBy: p.datetime().nullable(),
    /** Staff have decided. */
    isFinal: p.boolean().default(false),
    createdAt: p.datetime(),
    decidedAt: p.datetime().nullable(),
  },
})

/** A seller who looked at a buyer's address, once a day. */
export const AddressAccess = defineEntity({
  name: 'AddressAccess',
  tableName: 'order_address_access',
  properties: {
    orderId: p.uuid().primary(),
    actorId: p.uuid().primary(),
    day: p.date().primary(),
    at: p.datetime(),
  },
})

export type Checkout = InferEntity<typeof Checkout>
export type Order = InferEntity<typeof Order>
export type OrderLine = InferEntity<typeof OrderLine>
export type OrderEvent = InferEntity<typeof OrderEvent>
export type RefundRequest = InferEntity<typeof RefundRequest>
