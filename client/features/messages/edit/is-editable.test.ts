import { MESSAGE_EDIT_MS, PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { expect, test } from 'vitest'
import { isEditable } from './is-editable.ts'

const sent = Date.parse('2026-11-21T09:00:00.000Z')
const message = { _id: 'm', seq: 3, isDeleted: false, createdAt: new Date(sent).toISOString() } as Message

test('a message that waits takes no edit, which would arrive before it: it is taken back instead', () => {
  expect(isEditable(message, sent)).toBe(true)
  expect(isEditable({ ...message, seq: PENDING_SEQ + 1 }, sent)).toBe(false)
})

test('a message is edited up to 15 minutes after it was sent, and not when it is deleted', () => {
  expect(isEditable(message, sent + MESSAGE_EDIT_MS)).toBe(true)
  expect(isEditable(message, sent + MESSAGE_EDIT_MS + 1)).toBe(false)
  expect(isEditable({ ...message, isDeleted: true }, sent)).toBe(false)
})
