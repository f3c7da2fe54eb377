import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { wordsOf } from '../../core/sync/mutation-words.ts'
import type { MutationArea, MutationWordsByName } from '../../core/sync/mutation-words.ts'

/** One card shows one queued mutation. With `Whole`, it shows all mutations of a lane that makes one thing. */
export type OutboxCard = { records: [OutboxRecord, ...OutboxRecord[]]; Whole: MutationArea['Whole'] }

/** The cards under one heading. */
export type Lane = { lane: string; cards: OutboxCard[] }

/**
 * Lanes in the order in which something was first queued in them. Within a lane, the order of sending. Lanes of one group stand
 * together, such as follows: each has a lane of its own.
 */
export function groupByLane(records: OutboxRecord[], words: MutationWordsByName): Lane[] {
  const lanes = new Map<string, Lane>()
  const wholes = new Map<string, OutboxCard>()
  for (const record of [...records].sort((a, b) => a.order - b.order)) {
    const area = wordsOf(words, record.name)?.area
    const begun = area?.Whole && wholes.get(record.lane)
    if (begun) {
      begun.records.push(record)
      continue
    }
    const card: OutboxCard = { records: [record], Whole: area?.Whole }
    wholes.set(record.lane, card)
    const name = area?.group ?? record.lane
    const lane = lanes.get(name)
    if (lane) lane.cards.push(card)
    else lanes.set(name, { lane: name, cards: [card] })
  }
  return [...lanes.values()]
}

/** Several queued mutations as one: named for the last, as old as the first, in the state that matters most to the author. */
export function wholeOf(records: readonly OutboxRecord[]): OutboxRecord {
  const [first, last] = [records[0], records.at(-1)]
  if (!first || !last) throw new Error('A card has at least one mutation')
  const states = ['rejected', 'sending', 'cancelling', 'waiting'] as const
  const leading = states.flatMap((state) => records.filter((record) => record.state === state))[0] ?? last
  return { ...last, queuedAt: first.queuedAt, state: leading.state, rejection: leading.rejection }
}
