import { isConfirmed } from '@vesper/sync/records/message.ts'
import { ECHO_SEQ } from './echoes.ts'

/** How far an own message has come, as the thread says it in words. */
export type SendState =
  | { kind: 'saving' }
  | { kind: 'waiting' }
  | { kind: 'sending' }
  | { kind: 'sent'; seen: boolean }
  | { kind: 'failed'; reason: string }

/** What the outbox knows of a message: the state of its record, and why the server refused it. */
export type SendRecord = {
  state: 'waiting' | 'sending' | 'rejected' | 'cancelling'
  rejection: { message: string } | null
}

/**
 * The state of an own message. An echo is on its way to the disk, and promises nothing yet. A confirmed one is sent whatever the outbox still holds; a pending one without a record
 * is between the server's answer and the patch that brings it, so it is on its way.
 */
export function sendState(seq: number, record: SendRecord | undefined, recipientReadSeq: number): SendState {
  if (isConfirmed({ seq })) return { kind: 'sent', seen: seq <= recipientReadSeq }
  if (!record && seq >= ECHO_SEQ) return { kind: 'saving' }
  if (record?.state === 'rejected') return { kind: 'failed', reason: record.rejection?.message ?? '' }
  return record?.state === 'waiting' ? { kind: 'waiting' } : { kind: 'sending' }
}
