import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { v7 } from 'uuid'

const AT = '2026-11-26T09:00:00.000Z'

/** A new order of two prints that are sent to Sweden, unless `given` says otherwise. */
export function order(given: Partial<Order> = {}): Order {
  return {
    ...{ _id: v7(), number: '7KQ2M9PA', groupId: v7(), type: 'physical', payment: 'paid', fulfilment: 'new' },
    ...{ tokens: 230, discount: 0, shipping: 30, refunded: 0, carrier: '', trackingNumber: '', trackingUrl: null },
    ...{ buyerNote: '', sellerNote: '', version: 1, paidAt: AT, shippedAt: null, deliveredAt: null, completedAt: null },
    ...{ canceledAt: null, cancelReason: null, cancelableAt: null, refundRequest: null, createdAt: AT, updatedAt: AT },
    performer: { _id: v7(), name: 'Mara Vale', username: 'mara', avatar: null },
    buyer: { _id: v7(), name: 'Ada Lind', username: 'ada' },
    address: {
      ...{ name: 'Ada Lind', line1: 'Storgatan 1', line2: '', city: 'Umeå', state: '', postal: '903 26' },
      ...{ country: 'SE', phone: null },
    },
    lines: [
      {
        ...{ _id: v7(), productId: v7(), name: 'Print', picture: null, unitPrice: 100, quantity: 2, discount: 0 },
        ...{ refundedQuantity: 0, refundedTokens: 0, files: 0 },
      },
    ],
    events: [{ at: AT, from: '', to: 'new', note: '', by: 'buyer' }],
    allowed: ['cancel', 'change-address'],
    ...given,
  }
}

/** A step of the order `_id` that this device has queued. */
export function queuedStep(_id: string, change: Partial<OutboxRecord> = {}): OutboxRecord {
  return {
    ...{ order: 1, id: v7(), lane: `order:${_id}`, name: 'order.ship', owner: 'me', schema: 1 },
    ...{ args: { _id, version: 1 }, queuedAt: AT, state: 'waiting', attempts: 0, rejection: null },
    ...change,
  }
}
