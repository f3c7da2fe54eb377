import { voteLane } from '@vesper/sync/vesper/mutations/votes.ts'
import type { Vote } from '@vesper/sync/vesper/records/vote.ts'
import { deliveryStateOf } from '../../../core/sync/delivery-state.ts'
import type { Sending } from '../../../core/sync/delivery-state.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'

export type OwnVote = { vote: Vote | null; sending: Sending; send: (options: number[]) => Promise<void> }

/** The account's own vote in the poll of a post; undefined while it is being read. */
export function useVote(postId: string): OwnVote | undefined {
  const sync = useSync()
  const { db } = sync
  const state = useLiveQuery(async () => {
    const [vote, records] = await Promise.all([
      db.votes.get(postId),
      db.outbox.where('lane').equals(voteLane(postId)).sortBy('order'),
    ])
    return { vote: vote ?? null, sending: deliveryStateOf(records) }
  }, [db, postId])
  if (!state) return undefined
  return { ...state, send: async (options) => void (await sync.mutate('vote.set', { postId, options })) }
}
