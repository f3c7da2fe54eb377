import { useEffect, useRef } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

/**
 * A text that changes with what the account was granted: as the `key` of what is read over REST it has that read again.
 * Undefined until this device has looked.
 */
export function useGrantKey(): string | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => {
    const grants = await db.grants.toArray()
    const counted = grants.filter((grant) => grant.kind === 'membership' && grant.countedFrom)
    const creators = counted.length > 0 ? await db.creators.bulkGet(counted.map(({ performerId }) => performerId)) : []
    // A pause moves the ends of memberships.
    const pauses = creators.flatMap((creator) => creator?.pauses ?? [])
    const ends = grants.map((grant) => (grant.kind === 'membership' ? `${grant._id} ${grant.accessUntil}` : grant._id))
    return [...ends, ...pauses.map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`)].join()
  }, [db])
}

/**
 * Calls `read` when the account was granted something else than before, so that a page which stands is read anew in its
 * place: a menu that is open stays open. `grantKey` is that of `useGrantKey`, null for visitors.
 */
export function useReadWhenGranted(grantKey: string | null | undefined, read: () => void): void {
  const known = useRef(grantKey)
  useEffect(() => {
    const isNew = known.current !== undefined && known.current !== grantKey
    known.current = grantKey
    if (isNew) read()
  }, [grantKey, read])
}
