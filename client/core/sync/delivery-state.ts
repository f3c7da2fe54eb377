import type { OutboxRecord } from '@vesper/sync/engine/store.ts'

/**
 * How far what was meant last has come. `done`: the server has it. A mutation that goes out at once is `sending` for
 * too short a time to be told.
 */
export type Sending = { kind: 'done' | 'sending' | 'waiting' } | { kind: 'failed'; reason: string }

/** `records` are those of one lane, in order. */
export function deliveryStateOf(records: readonly Pick<OutboxRecord, 'state' | 'rejection'>[]): Sending {
  const last = records.at(-1)
  if (!last) return { kind: 'done' }
  if (last.state === 'rejected') return { kind: 'failed', reason: last.rejection?.message ?? '' }
  return { kind: last.state === 'waiting' ? 'waiting' : 'sending' }
}

/** Each word once, such as one 'Waiting' for two changes of the same thing. */
export function distinct(sendings: readonly Sending[]): Sending[] {
  const words = new Map(sendings.map((sending) => [JSON.stringify(sending), sending]))
  return [...words.values()]
}
