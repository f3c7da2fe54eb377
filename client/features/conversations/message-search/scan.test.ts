import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { wordsOf } from '@vesper/sync/vesper/records/folded-text.ts'
import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scanMessages } from './scan.ts'

let db: Dexie & { conversations: Table<Conversation, string>; messages: Table<Message, string> }

beforeEach(async () => {
  db = new Dexie(`search-${crypto.randomUUID()}`) as typeof db
  db.version(1).stores({ conversations: '_id, updatedAt', messages: '_id, [conversationId+seq]' })
  await db.open()
})
afterEach(() => db.delete())

function conversation(_id: string, lastSeq: number, updatedAt: string): Conversation {
  return { _id, lastSeq, updatedAt, recipient: { name: _id } } as Conversation
}

function message(conversationId: string, seq: number, text: string): Message {
  return { _id: `${conversationId}-${seq}`, conversationId, seq, text, isDeleted: false } as Message
}

async function found(query: string, signal = new AbortController().signal): Promise<string[]> {
  const ids: string[] = []
  await scanMessages(db, wordsOf(query), { signal, onFound: (all) => ids.push(...all.map((one) => one.message._id)) })
  return ids
}

test('every held message is looked through, however long its conversation and wherever gaps are', async () => {
  await db.conversations.bulkPut([conversation('old', 900, '2026-01'), conversation('new', 40, '2026-02')])
  const seqs = [1, 2, 30, 400, 401, 649, 650, 651, 652, 900]
  await db.messages.bulkPut([
    ...seqs.map((seq) => message('old', seq, `the harbour at ${seq}`)),
    message('new', 40, 'Harbour!'),
    message('new', 39, 'somewhere else'),
    message('new', PENDING_SEQ + 1, 'back to the harbour'),
    { ...message('old', 500, 'a harbour'), isDeleted: true },
  ])
  const all = await found('harbour')
  expect(all.slice(0, 2).toSorted()).toEqual(['new-40', `new-${PENDING_SEQ + 1}`])
  expect(all.slice(2).toSorted()).toEqual(seqs.map((seq) => `old-${seq}`).toSorted())
  expect(await found('harbour 400')).toEqual(['old-400'])
  expect(await found('nowhere')).toEqual([])
})

test('a search that another has followed ends', async () => {
  await db.conversations.put(conversation('one', 1000, '2026-01'))
  await db.messages.bulkPut(Array.from({ length: 1000 }, (_, n) => message('one', n + 1, 'word')))
  const aborter = new AbortController()
  let count = 0
  await scanMessages(db, ['word'], {
    signal: aborter.signal,
    onFound: (all) => {
      count += all.length
      aborter.abort()
    },
  })
  expect(count).toBe(100)
})
