import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useSync } from '../../core/sync/sync-provider.tsx'

/** The account's subscription to a creator, as this device holds it; null for none, undefined while it is being read. */
export function useSubscription(performerId: string): Subscription | null | undefined {
  const { db } = useSync()
  return useLiveQuery(
    async () => (await db.subscriptions.where('performerId').equals(performerId).first()) ?? null,
    [db, performerId],
  )
}
