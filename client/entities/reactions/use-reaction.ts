import { reactionLane } from '@vesper/sync/vesper/mutations/reactions.ts'
import { reactionIdOf } from '@vesper/sync/vesper/records/reaction.ts'
import type { Reaction } from '@vesper/sync/vesper/records/reaction.ts'
import { useMemo } from 'react'
import { deliveryStateOf } from '../../core/sync/delivery-state.ts'
import type { Sending } from '../../core/sync/delivery-state.ts'
import { setToggle } from '../../core/sync/set-toggle.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

export type OwnReaction = { on: boolean; sending: Sending; set: (on: boolean) => Promise<void> }

/** The liked or bookmarked thing. */
export type Reacted = Pick<Reaction, 'objectType' | 'objectId'>

/** The account's own like or bookmark of an object; undefined while it is being read. */
export function useReaction(of: Reacted, action: Reaction['action']): OwnReaction | undefined {
  return useReactions(of, action)[0]
}

/** Reads several kinds at once, in the order of `kinds`: their names with a space between. */
export function useReactions({ objectType, objectId }: Reacted, kinds: string): OwnReaction[] {
  const sync = useSync()
  const { db } = sync
  const reactions = useMemo(
    () =>
      kinds.split(' ').map((kind) => {
        const of = { objectType, objectId, action: kind as Reaction['action'] }
        const rowId = reactionIdOf(of)
        return { of, rowId, lane: reactionLane(rowId) }
      }),
    [objectType, objectId, kinds],
  )
  const states = useLiveQuery(async () => {
    const lanes = reactions.map(({ lane }) => lane)
    const [rows, records] = await Promise.all([
      db.reactions.bulkGet(reactions.map(({ rowId }) => rowId)),
      db.outbox.where('lane').anyOf(lanes).sortBy('order'),
    ])
    const sentIn = (lane: string) => deliveryStateOf(records.filter((record) => record.lane === lane))
    return lanes.map((lane, at) => ({ on: rows[at] !== undefined, sending: sentIn(lane) }))
  }, [db, reactions])
  if (!states) return []
  return reactions.flatMap(({ of, rowId, lane }, at) => {
    const state = states[at]
    const queue = (on: boolean) => sync.mutate('reaction.set', { ...of, on })
    const set = (on: boolean) => setToggle(sync, { lane, collection: 'reactions', rowId, queue: () => queue(on) })
    return state ? [{ ...state, set }] : []
  })
}
