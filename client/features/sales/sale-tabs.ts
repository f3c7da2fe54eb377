import type { Order } from '@vesper/sync/vesper/records/order.ts'

/** The tabs of a seller. They stand apart from the page, so that its address does not load it. */
export const saleTabs = ['todo', 'shipped', 'done'] as const

export type SaleTab = (typeof saleTabs)[number]

/** Where a sale stands: what is to pack, to send or to answer is to do. */
export function tabOf({
  type,
  fulfilment,
  refundRequest,
}: Pick<Order, 'type' | 'fulfilment' | 'refundRequest'>): SaleTab {
  if (refundRequest?.state === 'open') return 'todo'
  if (type === 'physical' && (fulfilment === 'new' || fulfilment === 'processing')) return 'todo'
  return fulfilment === 'shipped' ? 'shipped' : 'done'
}

/** True for a parcel that waits for its seller. */
export function isToSend({ type, fulfilment }: Pick<Order, 'type' | 'fulfilment'>): boolean {
  return type === 'physical' && (fulfilment === 'new' || fulfilment === 'processing')
}
