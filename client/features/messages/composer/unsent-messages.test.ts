import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { expect, test } from 'vitest'
import { unsentMessages, withUnsent } from './unsent-messages.ts'

const conversationId = '5e0ce1a1-6d1f-4b0e-9d5a-3f4d0a3c7b11'
const messageId = (n: number) => `0190a1b2-c3d4-7e5f-8a9b-00000000000${n}`

function record(n: number, change: Partial<OutboxRecord> = {}): OutboxRecord {
  return {
    order: n,
    id: `r${n}`,
    lane: `c:${conversationId}`,
    name: 'message.send',
    args: { _id: messageId(n), conversationId, text: `text ${n}`, fileIds: [] },
    owner: 'me',
    schema: 1,
    queuedAt: '2026-11-21T09:00:00.000Z',
    state: 'waiting',
    attempts: 0,
    rejection: null,
    ...change,
  }
}

test('messages are found by their id; other mutations and unreadable records are passed over', () => {
  const unsent = unsentMessages([record(1), record(2, { name: 'message.delete' }), record(3, { args: { text: 1 } })])
  expect([...unsent.keys()]).toEqual([messageId(1)])
})

test('a refused message keeps its place among what waits', () => {
  const waiting = [
    { _id: messageId(1), seq: PENDING_SEQ + 1 } as Message,
    { _id: messageId(3), seq: PENDING_SEQ + 3 } as Message,
  ]
  const unsent = unsentMessages([record(1), record(2, { state: 'rejected' }), record(3)])
  expect(withUnsent(waiting, unsent).map((message) => message._id)).toEqual([1, 2, 3].map(messageId))
})

test('a refused message that still has its row is not shown twice, and nothing refused changes nothing', () => {
  const rows = [{ _id: messageId(2), seq: 7 } as Message]
  expect(withUnsent(rows, unsentMessages([record(2, { state: 'rejected' })]))).toBe(rows)
  expect(withUnsent(rows, unsentMessages([record(1)]))).toBe(rows)
})

test('a message that is being taken back is out of sight, unless the server has it', () => {
  const unsent = unsentMessages([record(1, { state: 'cancelling' })])
  expect(withUnsent([{ _id: messageId(1), seq: PENDING_SEQ + 1 } as Message], unsent)).toEqual([])
  expect(withUnsent([{ _id: messageId(1), seq: 8 } as Message], unsent)).toHaveLength(1)
})
