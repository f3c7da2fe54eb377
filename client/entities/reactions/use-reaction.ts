import { reactionLane } from '@vesper/sync/vesper/mutations/reactions.ts'
import { reactionIdOf } from '@vesper/sync/vesper/records/reaction.ts'
import type { Reaction } from '@vesper/sync/vesper/records/reaction.ts'
import { deliveryStateOf } from '../../core/sync/delivery-state.ts'
import type { Sending } from '../../core/sync/delivery-state.ts'
import { setToggle } from '../../core/sync/set-toggle.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

export type OwnReaction = { on: boolean; sending: Sending; set: (on: boolean) => Promise<void> }

/** The liked or bookmarked thing. */
export type Reacted = Pick<Reaction, 'objectType' | 'objectId'>

/** The account's own like or bookmark of an object; undefined while it is being read. */
export function useReaction({ objectType, objectId }: Reacted, action: Reaction['action']): OwnReaction | undefined {
  const sync = useSync()
  const { db } = sync
  const of = { objectType, objectId, action }
  const rowId = reactionIdOf(of)
  const lane = reactionLane(rowId)
  const state = useLiveQuery(async () => {
    const [reaction, records] = await Promise.all([
      db.reactions.get(rowId),
      db.outbox.where('lane').equals(lane).sortBy('order'),
    ])
    return { on: reaction !== undefined, sending: deliveryStateOf(records) }
  }, [db, rowId, lane])
  if (!state) return undefined
  const set = (on: boolean) =>
    setToggle(sync, {
      ...{ lane, collection: 'reactions', rowId },
      queue: () => sync.mutate('reaction.set', { ...of, on }),
    })
  return { ...state, set }
}
