import { Order } from '@vesper/sync/vesper/records/order.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

type Found =
  | { state: 'reading' }
  | { state: 'here'; order: Order }
  | { state: 'failed'; error: unknown; retry: () => void }

/** An own order: as this device holds it, and an older one as the server answers. */
export function useOrder(orderId: string): Found {
  const { db } = useSync()
  const held = useLiveQuery(async () => (await db.orders.get(orderId)) ?? null, [db, orderId])
  const asked = useKeptAnswer(`/orders/${orderId}`, Order, { isAsked: held === null })
  const order = held ?? asked.data
  if (order) return { state: 'here', order }
  if (held === null && asked.error !== undefined && !asked.isLoading) {
    return { state: 'failed', error: asked.error, retry: () => void asked.mutate() }
  }
  return { state: 'reading' }
}
