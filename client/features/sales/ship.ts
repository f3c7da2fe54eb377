import type { Order } from '@vesper/sync/vesper/records/order.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'

export type Parcel = { carrier: string; trackingNumber: string; trackingUrl: string | null }

/** Marks an order as sent, with a connection or without: one that is new was packed first. */
export async function ship(sync: Sync, { _id, fulfilment, version }: Order, parcel: Parcel): Promise<void> {
  let next = version
  if (fulfilment === 'new') {
    await sync.mutate('order.process', { _id, version })
    next += 1
  }
  await sync.mutate('order.ship', { _id, version: next, ...parcel })
}
