import { useSyncExternalStore } from 'react'
import { subscribeToSync, syncState } from '../../core/sync/sync.ts'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { rejectedProfileChanges } from './rejected-profile-changes.ts'
import type { RejectedProfileChanges } from './rejected-profile-changes.ts'

/** Null while nothing was refused, and before the engine runs: a form does not wait for it. */
export function useRejectedProfileChanges(): RejectedProfileChanges | null {
  const current = useSyncExternalStore(subscribeToSync, syncState)
  const db = current.state === 'on' ? current.sync.db : null
  return useLiveQuery(async () => (db ? rejectedProfileChanges(await db.outbox.toArray()) : null), [db]) ?? null
}
