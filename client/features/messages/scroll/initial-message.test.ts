import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { expect, test } from 'vitest'
import { initialMessage } from './initial-message.ts'

const messages = [11, 12, 13].map((seq) => ({ _id: `m${seq}`, seq }) as Message)

test('a thread opens at the message that was found, or as near to it as it could come', () => {
  expect(initialMessage(messages, 12)).toEqual({ kind: 'message', id: 'm12' })
  expect(initialMessage(messages, 3)).toEqual({ kind: 'oldest' })
  expect(initialMessage(messages, 99)).toEqual({ kind: 'newest' })
  expect(initialMessage(messages, undefined)).toEqual({ kind: 'newest' })
  expect(initialMessage([], 3)).toEqual({ kind: 'newest' })
})
