import { isConfirmed, PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { expect, test } from 'vitest'
import { pendingFileIds, withOptimisticEchoes } from './optimistic-echoes.ts'

const from = { conversationId: 'c', senderId: 'me' }
const echo = (messageId: string) => ({ messageId, text: 'x', fileIds: [], at: '2026-11-21T09:00:00.000Z' })

test('an echo stands last, is not confirmed, and gives way to the row of the same id', () => {
  const rows = [{ _id: 'a', seq: 7 } as Message, { _id: 'b', seq: PENDING_SEQ + 900 } as Message]
  const shown = withOptimisticEchoes(rows, [echo('b'), echo('c'), echo('d')], from)
  expect(shown.map((message) => message._id)).toEqual(['a', 'b', 'c', 'd'])
  expect(shown.slice(2).every((message) => !isConfirmed(message) && Number.isSafeInteger(message.seq))).toBe(true)
  expect(shown.map((message) => message.seq)).toEqual([...shown.map((message) => message.seq)].sort((a, b) => a - b))
})

test('without an echo the thread is the same array', () => {
  const rows = [{ _id: 'a', seq: 7 } as Message]
  expect(withOptimisticEchoes(rows, [], from)).toBe(rows)
  expect(withOptimisticEchoes(rows, [echo('a')], from)).toBe(rows)
})

test('files of a message stay until the row is read that confirms it', () => {
  const onItsWay = { unsent: new Map(), echoes: [{ messageId: 'sent', text: '', fileIds: ['a'], at: '' }] }
  expect(pendingFileIds('sent', onItsWay)).toEqual(['a'])
  expect(pendingFileIds('sent', { ...onItsWay, echoes: [] })).toEqual(['a'])
  expect(pendingFileIds('another', onItsWay)).toEqual([])
})
