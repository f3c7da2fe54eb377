import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useUnit } from 'effector-react'
import { $contents } from '../../core/connection/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'

/**
 * The account's subscription to a creator, as this device holds it; null for none. Undefined while it is being read, and while
 * the device does not hold what the account has: nobody subscribes twice.
 */
export function useSubscription(performerId: string): Subscription | null | undefined {
  const { db } = useSync()
  const none = useUnit($contents) === 'here' ? null : undefined
  return useLiveQuery(
    async () => (await db.subscriptions.where('performerId').equals(performerId).first()) ?? none,
    [db, performerId, none],
  )
}
