import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

/** Somebody who is followed. `creator` is null where the device has no card: the account is gone, or not here yet. */
export type Followed = { _id: string; creator: Creator | null; since: string }

/** The follows of the account, the latest first; null while they are being read. */
export function useFollowed(): Followed[] | null {
  const { db } = useSync()
  const found = useLiveQuery(async () => {
    const follows = await db.follows.orderBy('createdAt').reverse().toArray()
    const creators = await db.creators.bulkGet(follows.map(({ _id }) => _id))
    return follows.map(({ _id, createdAt }, index) => ({ _id, creator: creators[index] ?? null, since: createdAt }))
  }, [db])
  return found ?? null
}
