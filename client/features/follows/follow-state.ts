import type { OutboxRecord } from '@vesper/sync/store.ts'

/** How it stands with a creator, and how far what was meant last has come. */
export type FollowState = { following: boolean; sending: FollowSending }

/** `done`: the server has it. What goes out at once is `sending` for so short a time that nobody has to be told. */
export type FollowSending = { kind: 'done' | 'sending' | 'waiting' } | { kind: 'failed'; reason: string }

/** `records` are those of the creator's lane, in order; `following` is what the tables show. */
export function followState(
  following: boolean,
  records: readonly Pick<OutboxRecord, 'state' | 'rejection'>[],
): FollowState {
  const last = records.at(-1)
  return { following, sending: last ? sendingOf(last) : { kind: 'done' } }
}

function sendingOf({ state, rejection }: Pick<OutboxRecord, 'state' | 'rejection'>): FollowSending {
  if (state === 'rejected') return { kind: 'failed', reason: rejection?.message ?? '' }
  return { kind: state === 'waiting' ? 'waiting' : 'sending' }
}
