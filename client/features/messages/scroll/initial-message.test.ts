import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { expect, test } from 'vitest'
import { openingPlace } from './initial-message.ts'

const messages = [11, 12, 13].map((seq) => ({ _id: `m${seq}`, seq }) as Message)

test('a thread opens at the message that was found, or as near to it as it could come', () => {
  expect(openingPlace(messages, 12)).toEqual({ kind: 'message', id: 'm12' })
  expect(openingPlace(messages, 3)).toEqual({ kind: 'oldest' })
  expect(openingPlace(messages, 99)).toEqual({ kind: 'newest' })
  expect(openingPlace(messages, undefined)).toEqual({ kind: 'newest' })
  expect(openingPlace([], 3)).toEqual({ kind: 'newest' })
})
