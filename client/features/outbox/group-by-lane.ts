import type { OutboxRecord } from '@vesper/sync/engine/store.ts'

/** Queued mutations that go one after another. */
export type Lane = { lane: string; records: OutboxRecord[] }

/**
 * Lanes in the order in which something was first queued in them; within a lane, the order of sending. Follows and
 * reactions, each of which goes by itself, stand together.
 */
export function groupByLane(records: OutboxRecord[]): Lane[] {
  const lanes = new Map<string, OutboxRecord[]>()
  for (const record of [...records].sort((a, b) => a.order - b.order)) {
    const name = /^(follow|reaction):/.exec(record.lane)?.[1] ?? record.lane
    const lane = lanes.get(name)
    if (lane) lane.push(record)
    else lanes.set(name, [record])
  }
  return [...lanes].map(([lane, grouped]) => ({ lane, records: grouped }))
}
