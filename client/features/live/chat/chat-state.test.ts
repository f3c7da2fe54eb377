import type { StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import { expect, test } from 'vitest'
import {
  addUnsent,
  applyBatch,
  dropUnsent,
  emptyChat,
  enterChat,
  holdUnsent,
  takeLine,
  takeLinks,
} from './chat-state.ts'

function line(seq: number, text = `line ${seq}`): StreamMessage {
  return {
    ...{ _id: `m${seq}`, streamId: 's', conversationId: 's', seq, kind: 'text', text, replyTo: null, photo: null },
    ...{ tokens: null, item: null, isDeleted: false, isHeld: false, createdAt: '2026-01-01T00:00:00.000Z' },
    sender: { _id: 'u', name: 'Ada', username: 'ada', avatar: null, role: 'viewer' },
  }
}

const entry = (from: number, to: number, missed = 0) => ({
  messages: Array.from({ length: to - from + 1 }, (_, index) => line(from + index)),
  missed,
  seq: to,
  ...{ held: [], deleted: [], clearedTo: 0 },
})
const batch = (...messages: StreamMessage[]) => ({ messages, deleted: [] })

test('a line that comes by the answer and by a batch stands once, in the order of the server', () => {
  let chat = applyBatch(emptyChat, batch(line(3), line(2)))
  chat = enterChat(chat, entry(1, 3))
  chat = applyBatch(chat, batch(line(3), line(4)))
  expect(chat.lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(chat.seq).toBe(4)
})

test('the first answer misses nothing, a later one tells how many lines are not here', () => {
  let chat = enterChat(emptyChat, entry(51, 100, 50))
  expect(chat.missed).toBe(0)
  chat = enterChat(chat, entry(201, 400, 100))
  expect(chat.missed).toBe(100)
})

test('a later answer takes out what was deleted and cleared meanwhile, and brings what waits for review', () => {
  let chat = enterChat(emptyChat, entry(1, 6))
  const held = { ...line(0), _id: 'held', isHeld: true }
  chat = enterChat(chat, { ...entry(7, 8), clearedTo: 4, deleted: ['m5'], held: [held] })
  expect(chat.lines.map(({ _id, isDeleted }) => `${_id} ${isDeleted}`)).toEqual([
    'm5 true',
    'm6 false',
    'm7 false',
    'm8 false',
    'held false',
  ])
})

test('a page keeps the latest 300 lines', () => {
  const chat = enterChat(emptyChat, entry(1, 301))
  expect(chat.lines).toHaveLength(300)
  expect(chat.lines[0]?.seq).toBe(2)
})

test('an unsent line ends with the stored one, by its id', () => {
  let chat = addUnsent(emptyChat, { _id: 'm7', text: 'line 7', replyTo: null, since: 0 })
  chat = applyBatch(chat, batch(line(6)))
  expect(chat.unsent).toHaveLength(1)
  chat = applyBatch(chat, batch(line(7)))
  expect(chat.unsent).toEqual([])
})

test('a line that is held for review stays unsent, and says so, until it is stored or dropped', () => {
  let chat = addUnsent(emptyChat, { _id: 'm8', text: 'line 8', replyTo: null, since: 1_000 })
  chat = holdUnsent(chat, 'm8')
  expect(chat.unsent).toMatchObject([{ _id: 'm8', isHeld: true }])
  expect(dropUnsent(chat, 'm8').unsent).toEqual([])
  expect(applyBatch(chat, batch(line(8))).unsent).toEqual([])
})

test('a moderator sees lines that wait for review last, each in its place once it is approved', () => {
  let chat = applyBatch(emptyChat, batch({ ...line(0), _id: 'held', isHeld: true }, line(5)))
  chat = applyBatch(chat, { ...batch(line(6)), clearedTo: 4 })
  expect(chat.lines.map(({ _id }) => _id)).toEqual(['m5', 'm6', 'held'])
  chat = applyBatch(chat, batch({ ...line(7), _id: 'held' }, line(8)))
  expect(chat.lines.map(({ _id }) => _id)).toEqual(['m5', 'm6', 'held', 'm8'])
})

test('a deleted line stays without its words, a cleared chat keeps what was said after it', () => {
  let chat = enterChat(emptyChat, entry(1, 4))
  chat = applyBatch(chat, { messages: [], deleted: ['m2'] })
  expect(chat.lines[1]).toMatchObject({ _id: 'm2', isDeleted: true, text: '' })
  chat = applyBatch(chat, { messages: [line(5)], deleted: [], clearedTo: 4 })
  expect(chat.lines.map(({ seq }) => seq)).toEqual([5])
})

test('the link to a photo outlives the batch that tells all only of the photo', () => {
  const photo = { url: null, width: 600, height: 400 }
  const linked = { ...photo, url: '/media/a' }
  let chat = applyBatch(emptyChat, batch({ ...line(1), photo }, { ...line(2), photo }))
  chat = takeLinks(chat, [{ ...line(1, 'other words'), photo: linked }])
  expect(chat.lines).toMatchObject([
    { text: 'line 1', photo: linked },
    { text: 'line 2', photo },
  ])
  chat = applyBatch(chat, batch({ ...line(1), photo }))
  expect(chat.lines[0]?.photo).toEqual(linked)
})

test('an own line that the answer brings does not hide that lines before it are missing', () => {
  const chat = takeLine(enterChat(emptyChat, entry(1, 3)), line(6))
  expect([chat.lines.length, chat.seq]).toEqual([4, 3])
})
