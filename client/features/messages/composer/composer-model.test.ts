import { MESSAGE_TEXT_MAX } from '@vesper/sync/vesper/records/message.ts'
import { describe, expect, test } from 'vitest'
import { composer, emptyComposer, sendable } from './composer-model.ts'
import type { Attachment, ComposerEvent, ComposerState } from './composer-model.ts'

const after = (...events: ComposerEvent[]): ComposerState => events.reduce(composer, emptyComposer)
const photo = (fileId: string, state: Attachment['state'] = 'ready'): Attachment => ({
  fileId,
  name: 'a.jpg',
  type: 'photo',
  state,
  previewUrl: null,
  reason: null,
})
const restored: ComposerEvent = { type: 'restored', text: '', attachments: [] }
const typed = (text: string): ComposerEvent => ({ type: 'typed', text })
const submitted = (messageId: string, text: string, fileIds: string[] = []): ComposerEvent => ({
  type: 'submitted',
  submission: { messageId, text, fileIds, at: '2026-11-21T09:00:00.000Z' },
})

describe('composer', () => {
  test('a text stays in the box until its message is in the outbox', () => {
    const sending = after(restored, typed('hello'), submitted('1', 'hello'))
    expect(sending.text).toBe('hello')
    expect(composer(sending, { type: 'accepted', messageId: '1' }).text).toBe('')
  })

  test('a text that could not be kept stays, with the reason', () => {
    const state = after(restored, typed('hello'), submitted('1', 'hello'), {
      type: 'refused',
      messageId: '1',
      reason: 'The disk is full.',
    })
    expect(state).toMatchObject({ text: 'hello', error: 'The disk is full.', inFlight: [] })
    expect(sendable(state)).toEqual({ text: 'hello', fileIds: [] })
  })

  test('text typed while a message goes into the outbox is the next message', () => {
    const state = after(restored, typed('one'), submitted('1', 'one'), typed('one and two'))
    expect(sendable(state)).toEqual({ text: 'and two', fileIds: [] })
    expect(composer(state, { type: 'accepted', messageId: '1' }).text).toBe('and two')
  })

  test('a text put in place of the one in flight survives its acceptance', () => {
    const state = after(restored, typed('one'), submitted('1', 'one'), typed('two'), {
      type: 'accepted',
      messageId: '1',
    })
    expect(state.text).toBe('two')
  })

  test('pressing Send twice sends once', () => {
    const state = after(restored, typed('one'), submitted('1', 'one'))
    expect(sendable(state)).toBeNull()
  })

  test('a draft read late does not overwrite what was typed meanwhile', () => {
    const state = after(typed('new'), { type: 'restored', text: 'old', attachments: [] })
    expect(state).toMatchObject({ phase: 'ready', text: 'old\nnew' })
  })

  test('a message brought back stands beside what was being written', () => {
    expect(after(restored, typed('mine'), { type: 'inserted', text: 'back', attachments: [] }).text).toBe('mine\nback')
    expect(after(restored, { type: 'inserted', text: 'back', attachments: [] }).text).toBe('back')
  })

  test('a message waits for the files that are still being prepared and leaves failed ones out', () => {
    const preparing = after(restored, typed('look'), { type: 'attachment-added', attachment: photo('a', 'preparing') })
    expect(sendable(preparing)).toBeNull()
    const ready = composer(preparing, { type: 'attachment-ready', fileId: 'a', previewUrl: 'blob:x' })
    expect(sendable(ready)).toEqual({ text: 'look', fileIds: ['a'] })
    const failed = composer(preparing, { type: 'attachment-failed', fileId: 'a', reason: 'Unreadable' })
    expect(sendable(failed)).toEqual({ text: 'look', fileIds: [] })
  })

  test('the files of an accepted message leave, those added since stay', () => {
    const state = after(
      restored,
      { type: 'attachment-added', attachment: photo('a') },
      submitted('1', '', ['a']),
      { type: 'attachment-added', attachment: photo('b') },
      { type: 'accepted', messageId: '1' },
    )
    expect(state.attachments.map((file) => file.fileId)).toEqual(['b'])
  })

  test('nothing but white space, or more than the limit, cannot be sent', () => {
    expect(sendable(after(restored, typed(' \n ')))).toBeNull()
    expect(sendable(after(restored, typed('x'.repeat(MESSAGE_TEXT_MAX))))).not.toBeNull()
    expect(sendable(after(restored, typed('x'.repeat(MESSAGE_TEXT_MAX + 1))))).toBeNull()
  })

  test('the thread shows a message at once, and without a gap until its row is there', () => {
    const sending = after(restored, typed('one'), submitted('1', 'one'))
    const accepted = composer(sending, { type: 'accepted', messageId: '1' })
    expect([sending, accepted].map((state) => state.echoes.map((echo) => echo.text))).toEqual([['one'], ['one']])
    expect(composer(accepted, { type: 'shown', messageIds: new Set(['1']) }).echoes).toEqual([])
    expect(composer(sending, { type: 'refused', messageId: '1', reason: 'full' }).echoes).toEqual([])
  })

  test('rows that show none of what was sent change nothing', () => {
    const sending = after(restored, typed('one'), submitted('1', 'one'))
    expect(composer(sending, { type: 'shown', messageIds: new Set(['2']) })).toBe(sending)
  })
})

test('another tab’s text comes into the box, beside text typed meanwhile', () => {
  const [from, to] = [
    { text: 'one', fileIds: ['a'] },
    { text: 'one\ntwo', fileIds: ['b'] },
  ]
  const box = after({ type: 'restored', text: 'one', attachments: [photo('a')] }, typed('one!'))
  const merged = composer(box, { type: 'merged', from, to, added: [photo('b')] })
  expect(merged.text).toBe('one!\ntwo')
  expect(merged.attachments.map(({ fileId }) => fileId)).toEqual(['b'])
})

test('a message taken back for editing does not come twice, by the draft and by hand', () => {
  const box = after({ type: 'restored', text: 'half\nback', attachments: [photo('a')] })
  expect(composer(box, { type: 'inserted', text: 'back', attachments: [photo('a')] })).toEqual(box)
})
