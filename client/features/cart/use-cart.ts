import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { pendingLines } from './pending-lines.ts'
import type { PendingLines } from './pending-lines.ts'

const nothing: PendingLines = { waiting: new Set(), refused: 0 }

/** The cart as it is on this device; `lines` is undefined while it is being read. */
export function useCart(): { lines: CartLine[] | undefined; unsent: PendingLines } {
  const { db } = useSync()
  const lines = useLiveQuery(() => db['cart-lines'].toArray(), [db])
  const unsent = useLiveQuery(async () => pendingLines(await db.outbox.where('lane').equals('cart').toArray()), [db])
  return { lines, unsent: unsent ?? nothing }
}

/** How many of a product are in the cart; undefined while that is being read. */
export function useQuantity(productId: string): number | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => (await db['cart-lines'].get(productId))?.quantity ?? 0, [db, productId])
}
