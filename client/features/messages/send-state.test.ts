import { PENDING_SEQ } from '@vesper/sync/records/message.ts'
import { describe, expect, test } from 'vitest'
import { ECHO_SEQ } from './echoes.ts'
import { sendState } from './send-state.ts'

const record = (state: 'waiting' | 'sending' | 'rejected' | 'cancelling') => ({
  state,
  rejection: state === 'rejected' ? { message: 'This account is gone.' } : null,
})

describe('send state', () => {
  test('[MSG-1] a confirmed message is sent, even while its record still stands in the outbox', () => {
    expect(sendState(12, record('sending'), 0)).toEqual({ kind: 'sent', seen: false })
  })

  test('[MSG-1] a confirmed message that the recipient has read is sent and seen', () => {
    expect(sendState(12, undefined, 12)).toEqual({ kind: 'sent', seen: true })
    expect(sendState(13, undefined, 12)).toEqual({ kind: 'sent', seen: false })
  })

  test('[OUTBOX] a pending message follows its record', () => {
    expect(sendState(PENDING_SEQ, record('waiting'), 0)).toEqual({ kind: 'waiting' })
    expect(sendState(PENDING_SEQ, record('sending'), 0)).toEqual({ kind: 'sending' })
    expect(sendState(PENDING_SEQ, record('rejected'), 0)).toEqual({ kind: 'failed', reason: 'This account is gone.' })
  })

  test('[OUTBOX-1] an echo promises nothing: it is not on the disk yet', () => {
    expect(sendState(ECHO_SEQ, undefined, 0)).toEqual({ kind: 'saving' })
  })

  test('[OUTBOX] a pending message whose record is gone is still on its way, never sent', () => {
    expect(sendState(PENDING_SEQ + 3, undefined, 0)).toEqual({ kind: 'sending' })
  })
})
