import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { describe, expect, test } from 'vitest'
import { contiguousTail } from './contiguous-tail.ts'

const held = (...seqs: number[]) => seqs.map((seq) => ({ seq }) as Message)
const seqs = (messages: Message[]) => messages.map((message) => message.seq)

describe('contiguous tail', () => {
  test('shows the unbroken run that ends with the newest', () => {
    const tail = contiguousTail(held(1, 2, 3, 41, 42, 43))
    expect(seqs(tail.messages)).toEqual([41, 42, 43])
    expect(tail).toMatchObject({ oldestSeq: 41, newestSeq: 43 })
  })

  test('shows everything, the same array, when nothing is missing', () => {
    const messages = held(7, 8, 9)
    expect(contiguousTail(messages).messages).toBe(messages)
  })

  test('pending messages stand after the newest and do not count as a gap', () => {
    const tail = contiguousTail(held(4, 6, 7, PENDING_SEQ + 1, PENDING_SEQ + 9))
    expect(seqs(tail.messages)).toEqual([6, 7, PENDING_SEQ + 1, PENDING_SEQ + 9])
    expect(tail).toMatchObject({ oldestSeq: 6, newestSeq: 7 })
  })

  test('with pending messages only, no confirmed position is claimed', () => {
    expect(contiguousTail(held(PENDING_SEQ + 1))).toMatchObject({ oldestSeq: null, newestSeq: null })
    expect(contiguousTail([])).toEqual({ messages: [], oldestSeq: null, newestSeq: null })
  })
})
