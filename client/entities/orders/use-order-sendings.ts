import { deliveryStateOf } from '../../core/sync/delivery-state.ts'
import type { Sending } from '../../core/sync/delivery-state.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

const LANE = 'order:'

/** How far the steps have come that this device took, by order. One query serves a whole list. */
export function useOrderSendings(): ReadonlyMap<string, Sending> {
  const { db } = useSync()
  const sendings = useLiveQuery(async () => {
    const queued = await db.outbox.where('lane').startsWith(LANE).sortBy('order')
    const lanes = Map.groupBy(queued, ({ lane }) => lane.slice(LANE.length))
    return new Map([...lanes].map(([orderId, records]) => [orderId, deliveryStateOf(records)] as const))
  }, [db])
  return sendings ?? none
}

const none: ReadonlyMap<string, Sending> = new Map()
