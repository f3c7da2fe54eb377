import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { deliveryStateOf } from '../../core/sync/delivery-state.ts'
import type { Sending } from '../../core/sync/delivery-state.ts'

/** How it stands with a creator, and how far what was meant last has come. */
export type FollowState = {
  following: boolean
  /** Follows as far as the server knows. */
  isCounted: boolean
  sending: Sending
}

/** `records` are those of the creator's lane, in order; `following` is what the tables show. */
export function followState(
  following: boolean,
  records: readonly Pick<OutboxRecord, 'state' | 'rejection'>[],
): FollowState {
  const isPending = records.some(({ state }) => state !== 'rejected')
  return { following, isCounted: isPending ? !following : following, sending: deliveryStateOf(records) }
}
