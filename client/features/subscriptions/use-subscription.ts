import { movedSubscription } from '@vesper/sync/vesper/records/pause-clock.ts'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { useUnit } from 'effector-react'
import { $contents } from '../../core/connection/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

/**
 * The account's subscription to a creator, as this device holds it, with its dates as pauses have moved them; null for none.
 * Undefined while it is being read, and while the device does not hold what the account has: nobody subscribes twice. `told`
 * are the pauses that the server told of, for a creator who is not on this device.
 */
export function useSubscription(performerId: string, told?: readonly Pause[]): Subscription | null | undefined {
  const { db } = useSync()
  const none = useUnit($contents) === 'here' ? null : undefined
  return useLiveQuery(async () => {
    const held = await db.subscriptions.where('performerId').equals(performerId).first()
    if (!held) return none
    const creator = await db.creators.get(performerId)
    return movedSubscription(held, creator?.pauses ?? told ?? [])
  }, [db, performerId, none, told])
}
