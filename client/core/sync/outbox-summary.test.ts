import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { expect, test } from 'vitest'
import { outboxSummaryOf } from './outbox-summary.ts'

const record = (order: number, change: Partial<OutboxRecord> = {}): OutboxRecord => ({
  order,
  id: `id-${order}`,
  lane: 'c:1',
  name: 'message.send',
  args: {},
  owner: 'me',
  schema: 1,
  queuedAt: `2026-11-21T09:00:0${order}.000Z`,
  state: 'waiting',
  attempts: 0,
  rejection: null,
  ...change,
})

test('counts no mutation as unsent that its author would not miss, and no refused one as waiting', () => {
  const records = [
    record(4, { state: 'sending' }),
    record(1, { name: 'conversation.read-all' }),
    record(2, { state: 'rejected' }),
    record(3, { state: 'cancelling' }),
  ]
  expect(outboxSummaryOf(records)).toEqual({ waiting: 2, oldestAt: '2026-11-21T09:00:03.000Z' })
  expect(outboxSummaryOf(records.slice(1, 3))).toEqual({ waiting: 0, oldestAt: null })
})
