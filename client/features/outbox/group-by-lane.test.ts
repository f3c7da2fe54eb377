import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { describe, expect, test } from 'vitest'
import { mutationWords } from '../../app/mutation-words.ts'
import { groupByLane } from './group-by-lane.ts'

const record = (order: number, change: Partial<OutboxRecord> = {}): OutboxRecord => ({
  order,
  id: `id-${order}`,
  lane: 'c:1',
  name: 'message.send',
  args: { _id: `m${order}`, conversationId: '1', text: `text ${order}`, fileIds: ['f'] },
  owner: 'me',
  schema: 1,
  queuedAt: '2026-11-21T09:00:00.000Z',
  state: 'waiting',
  attempts: 0,
  rejection: null,
  ...change,
})

describe('outbox', () => {
  test('lanes stand in the order of their first entry, entries in the order of sending', () => {
    const lanes = groupByLane(
      [
        record(3),
        record(1, { lane: 'profile', name: 'profile.update' }),
        record(2),
        record(4, { lane: 'profile', name: 'profile.update' }),
      ],
      mutationWords,
    )
    expect(lanes.map(({ lane, records }) => [lane, ...records.map(({ order }) => order)])).toEqual([
      ['profile', 1, 4],
      ['c:1', 2, 3],
    ])
  })

  test('follows, each in a lane of its own, stand together', () => {
    const lanes = groupByLane(
      [
        record(1, { lane: 'follow:a', name: 'follow.set' }),
        record(2),
        record(3, { lane: 'follow:b', name: 'follow.set' }),
      ],
      mutationWords,
    )
    expect(lanes.map(({ records }) => records.map(({ order }) => order))).toEqual([[1, 3], [2]])
  })
})
