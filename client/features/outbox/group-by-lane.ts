import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { wordsOf } from '../../core/sync/mutation-words.ts'
import type { MutationWordsByName } from '../../core/sync/mutation-words.ts'

/** Queued mutations that go one after another, or belong to one group. */
export type Lane = { lane: string; records: OutboxRecord[] }

/**
 * Lanes in the order in which something was first queued in them. Within a lane, the order of sending. Lanes of one group stand
 * together, such as follows: each has a lane of its own.
 */
export function groupByLane(records: OutboxRecord[], words: MutationWordsByName): Lane[] {
  const lanes = new Map<string, OutboxRecord[]>()
  for (const record of [...records].sort((a, b) => a.order - b.order)) {
    const name = wordsOf(words, record.name)?.area.group ?? record.lane
    const lane = lanes.get(name)
    if (lane) lane.push(record)
    else lanes.set(name, [record])
  }
  return [...lanes].map(([lane, grouped]) => ({ lane, records: grouped }))
}
