import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { describe, expect, test } from 'vitest'
import { threadRows } from './thread-rows.ts'
import type { ThreadRow } from './thread-rows.ts'

const viewerId = 'me'
const noon = new Date(2026, 10, 20, 12).getTime()
const minute = 60_000
const day = 24 * 60 * minute

function message(seq: number, senderId: string, at: number): Message {
  const createdAt = new Date(at).toISOString()
  return {
    _id: `m${seq}`,
    conversationId: 'c',
    seq,
    senderId,
    text: '',
    files: [],
    isDeleted: false,
    createdAt,
    updatedAt: createdAt,
  }
}

const rowsOf = (messages: Message[], rest: { atStart?: boolean; newAfterSeq?: number | null } = {}) =>
  threadRows({ messages, viewerId, atStart: false, newAfterSeq: null, ...rest })

const outline = (rows: ThreadRow[]) =>
  rows.map((row) => (row.kind === 'message' ? `${row.message._id} ${row.place}` : row.kind))

/** The key of a row's height, beside its own message. */
const heightOf = (row: ThreadRow) => (row.kind === 'message' ? `${row.key} ${row.spaceAfter}` : row.key)

describe('rows of a thread', () => {
  test('one sender within five minutes is one run', () => {
    const rows = rowsOf([
      message(5, 'me', noon),
      message(6, 'me', noon + 2 * minute),
      message(7, 'me', noon + 4 * minute),
      message(8, 'you', noon + 5 * minute),
      message(9, 'you', noon + 20 * minute),
    ])
    expect(outline(rows)).toEqual(['m5 first', 'm6 middle', 'm7 last', 'm8 single', 'm9 single'])
  })

  test('a day begins in a row of its own and breaks a run', () => {
    const midnight = new Date(2026, 10, 21).getTime()
    const rows = rowsOf([message(5, 'me', midnight - minute), message(6, 'me', midnight + minute)])
    expect(outline(rows)).toEqual(['m5 single', 'day', 'm6 single'])
  })

  test('the first day is named only where the conversation begins', () => {
    expect(outline(rowsOf([message(1, 'me', noon)], { atStart: true }))).toEqual(['start', 'day', 'm1 single'])
    expect(outline(rowsOf([message(4, 'me', noon)]))).toEqual(['m4 single'])
  })

  test('the new line stands before the first unread message of the other and breaks a run', () => {
    const messages = [message(1, 'you', noon), message(2, 'you', noon + 1), message(3, 'you', noon + 2)]
    expect(outline(rowsOf(messages, { newAfterSeq: 1 }))).toEqual(['m1 single', 'new', 'm2 first', 'm3 last'])
  })

  test('own messages are never new, and no line is drawn where its place is not held', () => {
    expect(outline(rowsOf([message(8, 'me', noon), message(9, 'me', noon)], { newAfterSeq: 7 }))).not.toContain('new')
    expect(outline(rowsOf([message(8, 'you', noon)], { newAfterSeq: 2 }))).not.toContain('new')
    const held = [message(8, 'me', noon), message(9, 'you', noon)]
    expect(outline(rowsOf(held, { newAfterSeq: 2 }))).toEqual(['m8 single', 'm9 single'])
    expect(outline(rowsOf(held, { newAfterSeq: 7 }))).toEqual(['m8 single', 'new', 'm9 single'])
    expect(outline(rowsOf([message(8, 'you', noon)], { newAfterSeq: 7 }))).toEqual(['new', 'm8 single'])
  })

  test('older messages in front change no row that was there', () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      message(index + 1, index % 7 < 4 ? 'me' : 'you', noon + Math.floor(index / 9) * day + index * 2 * minute),
    )
    const full = rowsOf(all, { atStart: true }).map(heightOf)
    for (let held = 1; held < all.length; held += 1) {
      const tail = rowsOf(all.slice(-held)).map(heightOf)
      expect(full.slice(-tail.length)).toEqual(tail)
    }
  })

  test('a message that goes on with a run changes the height of no row; another turn gets its space', () => {
    const held = [message(1, 'you', noon), message(2, 'me', noon + 1)]
    const before = rowsOf(held).map(heightOf)
    expect(before).toEqual(['m1 turn', 'm2 run'])
    expect(rowsOf([...held, message(3, 'me', noon + 2)]).map(heightOf)).toEqual([...before, 'm3 run'])
    expect(rowsOf([...held, message(3, 'you', noon + 2)]).map(heightOf)).toEqual(['m1 turn', 'm2 turn', 'm3 run'])
  })

  test('pending messages join the run of their sender', () => {
    const rows = rowsOf([message(3, 'me', noon), message(PENDING_SEQ + 1, 'me', noon + minute)])
    expect(outline(rows).map((line) => line.split(' ')[1])).toEqual(['first', 'last'])
  })
})
