import { commentLane } from '@vesper/sync/vesper/mutations/comments.ts'
import { useState } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import type { OwnPart } from './thread-context.ts'

/** The account's comments below one thing on this device; undefined while they are being read. */
export function useOwnComments(objectId: string): OwnPart | undefined {
  const { db } = useSync()
  // A comment that was deleted here stays away, also while the list is from before.
  const [gone] = useState(() => new Set<string>())
  return useLiveQuery(async () => {
    // The lane first: what is sent leaves it in the transaction that changes the row.
    const queued = await db.outbox.where('lane').equals(commentLane(objectId)).sortBy('order')
    const own = await db['own-comments'].where('objectId').equals(objectId).toArray()
    for (const { name, args, state } of queued) {
      const { _id } = args as { _id: string }
      if (name !== 'comment.remove') continue
      if (state === 'rejected' || state === 'cancelling') gone.delete(_id)
      else gone.add(_id)
    }
    const blocked = new Set(await db.blocks.toCollection().primaryKeys())
    return { own, queued, removed: new Set(gone), blocked }
  }, [db, objectId, gone])
}
