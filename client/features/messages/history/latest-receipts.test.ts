import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { expect, test } from 'vitest'
import { latestReceipts } from './latest-receipts.ts'

const message = (seq: number, senderId: string) => ({ _id: `${seq}`, seq, senderId }) as Message
const thread = [
  ...[message(5, 'me'), message(6, 'you'), message(7, 'me'), message(8, 'me'), message(9, 'you')],
  message(PENDING_SEQ, 'me'),
]

test('the newest own message that was read, and the newest that arrived, say so', () => {
  expect(latestReceipts(thread, 'me', { recipientReadSeq: 6, recipientDeliveredSeq: 9 })).toEqual({
    ...{ seenId: '5', deliveredId: '8' },
  })
  expect(latestReceipts(thread, 'me', { recipientReadSeq: 9, recipientDeliveredSeq: 9 })).toEqual({
    ...{ seenId: '8', deliveredId: '8' },
  })
})

test('nothing is claimed of what is not known: of an earlier app’s row, of messages above those held', () => {
  expect(latestReceipts(thread, 'me', { recipientReadSeq: 0 })).toEqual({ seenId: null, deliveredId: null })
  expect(latestReceipts(thread, 'me', { recipientReadSeq: 2, recipientDeliveredSeq: 4 })).toEqual({
    ...{ seenId: null, deliveredId: null },
  })
  expect(latestReceipts([], 'me', { recipientReadSeq: 9, recipientDeliveredSeq: 9 }).seenId).toBeNull()
})
