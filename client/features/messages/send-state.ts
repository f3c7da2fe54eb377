import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import { ECHO_SEQ } from './composer/optimistic-echoes.ts'

/** Where a message is that has been sent: on the server, on a device of the recipient, read. */
export type Reach = 'server' | 'device' | 'seen'

/** The receipts of the other side; rows of an earlier app may lack the delivered position. */
export type Receipts = Pick<Conversation, 'recipientReadSeq'> & Partial<Pick<Conversation, 'recipientDeliveredSeq'>>

/** How far an own message has come, as the thread says it in words. */
export type SendState =
  | { kind: 'saving' }
  | { kind: 'waiting' }
  | { kind: 'sending' }
  | { kind: 'sent'; reach: Reach }
  | { kind: 'failed'; reason: string }

/** The state of a message's outbox record, and the reason of a refusal. */
export type SendRecord = {
  state: 'waiting' | 'sending' | 'rejected' | 'cancelling'
  rejection: { message: string } | null
}

/**
 * The state of an own message. An echo is on its way to the disk, and promises nothing yet. A confirmed one is sent whatever the outbox still holds; a pending one without a record
 * is between the server's answer and the patch that brings it, so it is on its way.
 */
export function sendState(seq: number, record: SendRecord | undefined, receipts: Receipts): SendState {
  if (isConfirmed({ seq })) return { kind: 'sent', reach: reachOf(seq, receipts) }
  if (!record && seq >= ECHO_SEQ) return { kind: 'saving' }
  if (record?.state === 'rejected') return { kind: 'failed', reason: record.rejection?.message ?? '' }
  return record?.state === 'waiting' ? { kind: 'waiting' } : { kind: 'sending' }
}

function reachOf(seq: number, { recipientReadSeq, recipientDeliveredSeq = 0 }: Receipts): Reach {
  if (seq <= recipientReadSeq) return 'seen'
  return seq <= recipientDeliveredSeq ? 'device' : 'server'
}
