import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { describe, expect, test } from 'vitest'
import { mutationWords } from '../../app/mutation-words.ts'
import { groupByLane, wholeOf } from './group-by-lane.ts'

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
    expect(lanes.map(({ lane, cards }) => [lane, ...cards.map(({ records: [{ order }] }) => order)])).toEqual([
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
    expect(lanes.map(({ cards }) => cards.map(({ records: [{ order }] }) => order))).toEqual([[1, 3], [2]])
  })

  test('all that is queued for one post is one card, each post its own, and messages stay apart', () => {
    const lanes = groupByLane(
      [
        record(1, { lane: 'draft:a', name: 'draft.save' }),
        record(2),
        record(3, { lane: 'draft:b', name: 'draft.save' }),
        record(4, { lane: 'draft:a', name: 'draft.publish' }),
        record(5),
      ],
      mutationWords,
    )
    expect(lanes.flatMap(({ cards }) => cards.map((card) => card.records.map(({ order }) => order)))).toEqual([
      [1, 4],
      [3],
      [2],
      [5],
    ])
  })

  test('a card says the state that matters most, and waits since its first mutation', () => {
    const early = record(1, { queuedAt: '2026-11-20T09:00:00.000Z', state: 'sending' })
    const rejection = { kind: 'invalid' as const, message: 'No.' }
    expect(wholeOf([early, record(2)])).toMatchObject({ id: 'id-2', state: 'sending', queuedAt: early.queuedAt })
    expect(wholeOf([early, record(2, { state: 'rejected', rejection }), record(3)])).toMatchObject({
      ...{ id: 'id-3', state: 'rejected', rejection },
    })
    expect(wholeOf([record(1), record(2)]).state).toBe('waiting')
  })
})
