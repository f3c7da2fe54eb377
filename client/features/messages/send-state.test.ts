import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import { describe, expect, test } from 'vitest'
import { ECHO_SEQ } from './composer/optimistic-echoes.ts'
import { sendState } from './send-state.ts'

const record = (state: 'waiting' | 'sending' | 'rejected' | 'cancelling') => ({
  state,
  rejection: state === 'rejected' ? { message: 'This account is gone.' } : null,
})

const none = { recipientReadSeq: 0, recipientDeliveredSeq: 0 }

describe('send state', () => {
  test('a confirmed message is sent, even while its record still stands in the outbox', () => {
    expect(sendState(12, record('sending'), none)).toEqual({ kind: 'sent', reach: 'server' })
  })

  test('a confirmed message says how far it is known to have come, and no further', () => {
    const reach = (seq: number) => sendState(seq, undefined, { recipientReadSeq: 12, recipientDeliveredSeq: 14 })
    expect(reach(12)).toEqual({ kind: 'sent', reach: 'seen' })
    expect(reach(13)).toEqual({ kind: 'sent', reach: 'device' })
    expect(reach(15)).toEqual({ kind: 'sent', reach: 'server' })
    expect(sendState(13, undefined, { recipientReadSeq: 12 })).toEqual({ kind: 'sent', reach: 'server' })
  })

  test('a pending message follows its record', () => {
    expect(sendState(PENDING_SEQ, record('waiting'), none)).toEqual({ kind: 'waiting' })
    expect(sendState(PENDING_SEQ, record('sending'), none)).toEqual({ kind: 'sending' })
    expect(sendState(PENDING_SEQ, record('rejected'), none)).toEqual({
      kind: 'failed',
      reason: 'This account is gone.',
    })
  })

  test('an echo promises nothing: it is not on the disk yet', () => {
    expect(sendState(ECHO_SEQ, undefined, none)).toEqual({ kind: 'saving' })
  })

  test('a pending message whose record is gone is still on its way, never sent', () => {
    expect(sendState(PENDING_SEQ + 3, undefined, none)).toEqual({ kind: 'sending' })
  })
})
