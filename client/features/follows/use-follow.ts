import { followLane } from '@vesper/sync/vesper/mutations/follows.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { followState } from './follow-state.ts'
import type { FollowState } from './follow-state.ts'

/** How the account stands with a creator; undefined while it is being read. */
export function useFollow(performerId: string): FollowState | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => {
    const [follow, records] = await Promise.all([
      db.follows.get(performerId),
      db.outbox.where('lane').equals(followLane(performerId)).sortBy('order'),
    ])
    return followState(follow !== undefined, records)
  }, [db, performerId])
}
