import { useLiveQuery } from 'dexie-react-hooks'
import { useSync } from '../../core/sync/sync-provider.tsx'

/**
 * A text that changes with what the account was granted: as the `key` of what is read over REST it has that read again.
 * Undefined until this device has looked.
 */
export function useGrantKey(): string | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => {
    const grants = await db.grants.toArray()
    return grants.map((grant) => (grant.kind === 'membership' ? `${grant._id} ${grant.accessUntil}` : grant._id)).join()
  }, [db])
}
