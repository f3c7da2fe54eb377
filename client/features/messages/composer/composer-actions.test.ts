import { i18n } from '@lingui/core'
import { FileGone } from '@vesper/sync/engine/local/file-chunks.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { OWNED_ALREADY } from '@vesper/sync/vesper/records/message.ts'
import type { Quote } from '@vesper/sync/vesper/records/message.ts'
import { expect, test, vi } from 'vitest'
import { hasUnsavedWork } from '../../../core/page/unsaved-work.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { parsePrice } from '../sale/message-price.ts'
import { composerActions } from './composer-actions.ts'
import { composer, emptyComposer, keptWith } from './composer-model.ts'
import { draftKey } from './draft-key.ts'
import { isEcho } from './is-draft-already-sent.ts'

vi.mock(import('../../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => ({ _id: 'me' }) as never,
}))

const gif = new File(['GIF89a'], 'cat.gif', { type: 'image/gif' })

/** A box whose file is attached when `attaching` resolves. */
function boxOf(...given: [typed?: string | null | undefined]) {
  const attaching = Promise.withResolvers<void>()
  const [attach, detach, keep] = [vi.fn(() => attaching.promise), vi.fn(async () => {}), vi.fn(async () => {})]
  const mutate = vi.fn(() => new Promise<void>(() => {}))
  const typed = given.length === 0 ? null : given[0]
  const setPrice = vi.fn()
  const reply = {
    quote: null as Quote | null,
    kept: null as Quote | null,
    now: () => reply.quote,
    show: (quote: Quote | null) => void (reply.quote = quote),
    set: (quote: Quote | null) => void (reply.quote = reply.kept = quote),
  }
  const sent = { toArray: async () => [] as unknown[] }
  const box = { sent, state: emptyComposer, attaching, attach, detach, keep, mutate, setPrice, reply }
  const actions = composerActions({
    sync: {
      attach,
      detach,
      mutate,
      db: { messages: { where: () => ({ between: () => box.sent }) } },
    } as unknown as Sync,
    conversationId: 'c',
    now: () => box.state,
    apply: (event) => void (box.state = composer(box.state, event)),
    draft: { keep, sent() {} },
    price: { typed, now: () => parsePrice(typed), set: setPrice },
    reply: box.reply,
  })
  return { box, actions }
}

test('the draft of a text that is on its way into the outbox is known as an echo of its message', async () => {
  const { box, actions } = boxOf()
  actions.type('hello')
  actions.send()
  await vi.waitFor(() => expect(box.mutate).toHaveBeenCalledOnce())
  const { text, inFlight } = box.state
  const made = inFlight.map(({ messageId: _id, ...words }) => ({ _id, ...words }))
  expect(isEcho({ text, fileIds: [], ...keptWith(box.state) }, made)).toBe(true)
  expect(isEcho({ text, fileIds: [], ...keptWith(emptyComposer) }, made)).toBe(false)
})

test('a sent message takes its draft along', async () => {
  const { box, actions } = boxOf()
  actions.type(' hello ')
  actions.send()
  await vi.waitFor(() => expect(box.mutate).toHaveBeenCalledOnce())
  const sent = { text: 'hello', fileIds: [] }
  const args: unknown = expect.objectContaining({ conversationId: 'c', ...sent })
  expect(box.mutate).toHaveBeenCalledWith('message.send', args, { key: draftKey('c'), ...sent })
})

const quote: Quote = { _id: 'm', seq: 1, senderId: 's', state: 'shown', text: 'Are you there?', fileCount: 0 }

test('an answer leaves the box with its message, is kept until that is, and is the answer of that one alone', async () => {
  const { box, actions } = boxOf()
  const queued = Promise.withResolvers<void>()
  box.mutate.mockReturnValueOnce(queued.promise)
  box.reply.set(quote)
  actions.type('Yes')
  actions.send()
  expect(box.state.echoes).toMatchObject([{ text: 'Yes', replyTo: quote }])
  await vi.waitFor(() => expect(box.mutate).toHaveBeenCalledOnce())
  const args: unknown = expect.objectContaining({ text: 'Yes', replyToId: 'm' })
  expect(box.mutate).toHaveBeenCalledWith('message.send', args, expect.anything())
  expect([box.reply.quote, box.reply.kept]).toEqual([null, quote])
  queued.resolve()
  await vi.waitFor(() => expect(box.reply.kept).toBeNull())
})

test('an answer whose message the device could not keep is in the box again', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const { box, actions } = boxOf()
  box.mutate.mockImplementationOnce(() => Promise.reject(new FileGone()))
  box.reply.set(quote)
  actions.type('Yes')
  actions.send()
  await vi.waitFor(() => expect(box.state.error).not.toBeNull())
  expect(box.reply.quote).toBe(quote)
})

test('a message goes at its price, which leaves the box only with the message', async () => {
  const { box, actions } = boxOf('٣٠')
  const queued = Promise.withResolvers<void>()
  box.mutate.mockReturnValueOnce(queued.promise)
  actions.type('hello')
  actions.send()
  await vi.waitFor(() => expect(box.mutate).toHaveBeenCalledOnce())
  expect(box.mutate.mock.calls[0]).toMatchObject(['message.send', { text: 'hello', price: 30 }, { text: 'hello' }])
  expect(box.setPrice).not.toHaveBeenCalled()
  queued.resolve()
  await vi.waitFor(() => expect(box.setPrice).toHaveBeenCalledWith(null))
})

test.each(['', '0', '-5', '1.5', '10001', 'many', undefined])('nothing is sent at the price %j', async (typed) => {
  const { box, actions } = boxOf()
  box.state = { ...box.state, text: 'hello' }
  const priced = boxOf(typed)
  priced.actions.type('hello')
  priced.actions.send()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(priced.box.mutate).not.toHaveBeenCalled()
  actions.send()
  await vi.waitFor(() => expect(box.mutate, 'without a price it is').toHaveBeenCalledOnce())
})

test('a file that is removed while it is being made ready does not stay on the device', async () => {
  const { box, actions } = boxOf()
  actions.attach([gif])
  await vi.waitFor(() => expect(box.attach).toHaveBeenCalled())
  const [{ fileId } = { fileId: '' }] = box.state.attachments
  actions.detach(fileId)
  box.attaching.resolve()
  await vi.waitFor(() => expect(box.detach.mock.calls).toEqual([[fileId], [fileId]]))
  expect([box.state.attachments, box.keep.mock.calls]).toEqual([[], [[]]])
})

test('a file that is removed leaves the draft before it leaves the device', async () => {
  const { box, actions } = boxOf()
  const kept = Promise.withResolvers<void>()
  box.keep.mockReturnValue(kept.promise)
  actions.detach('f')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([box.keep.mock.calls.length, box.detach.mock.calls.length]).toEqual([1, 0])
  kept.resolve()
  await vi.waitFor(() => expect(box.detach.mock.calls).toEqual([['f']]))
})

test('a file that is ready is kept with the draft at once: the thread may have been left meanwhile', async () => {
  const { box, actions } = boxOf()
  actions.attach([gif])
  box.attaching.resolve()
  await vi.waitFor(() => expect(box.keep).toHaveBeenCalledOnce())
  expect(box.state.attachments).toMatchObject([{ state: 'ready' }])
})

test('a file that was given up says so, in words of its own', async () => {
  const { box, actions } = boxOf()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  actions.attach([gif])
  box.attaching.reject(new FileGone())
  await vi.waitFor(() => expect(box.state.attachments).toMatchObject([{ state: 'failed' }]))
  expect(box.state.attachments).toMatchObject([{ reason: 'The file is no longer on this device.' }])
})

test('a video of a kind that the server never takes does not stay on the device', async () => {
  const { box, actions } = boxOf()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  actions.attach([new File(['\0\0\0\u0014ftyp3gp5\0\0\0\u00003gp5'], 'evening.3gp', { type: 'video/3gpp' })])
  await vi.waitFor(() => expect(box.state.attachments).toMatchObject([{ state: 'failed' }]))
  expect(box.state.attachments).toMatchObject([{ reason: 'Use an MP4, MOV, WebM or MKV video.' }])
  expect(box.attach).not.toHaveBeenCalled()
})

test('a file that the browser knows no type of is taken for what it holds', async () => {
  const { box, actions } = boxOf()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  actions.attach([new File([gif], 'cat'), new File(['words'], 'words')])
  box.attaching.resolve()
  await vi.waitFor(() => expect(box.state.attachments).toHaveLength(2))
  expect(box.state.attachments).toMatchObject([
    { name: 'cat', state: 'ready' },
    { name: 'words', state: 'failed', reason: 'Only photos, videos and sounds can be attached.' },
  ])
})

test('a file that is being made ready keeps the page from being loaded anew', async () => {
  const { box, actions } = boxOf()
  await vi.waitFor(() => expect(hasUnsavedWork()).toBe(false))
  actions.attach([gif])
  await vi.waitFor(() => expect(box.attach).toHaveBeenCalled())
  expect(hasUnsavedWork()).toBe(true)
  box.attaching.resolve()
  await vi.waitFor(() => expect(box.state.attachments).toMatchObject([{ state: 'ready' }]))
  expect(hasUnsavedWork()).toBe(true)
  await vi.waitFor(() => expect(hasUnsavedWork()).toBe(false))
})

test('files that the other has already are not sold again: nothing is queued, and the box says why', async () => {
  const { box, actions } = boxOf('20')
  const file = { _id: 'f', type: 'photo', url: '/f', thumbnailUrl: null } as FileRecord
  box.sent.toArray = async () => [{ seq: 1, senderId: 'me', isDeleted: false, files: [{ _id: 'f' }] }]
  for (const again of [file, file]) actions.choose([again])
  expect(box.state.attachments).toMatchObject([{ fileId: 'f', state: 'ready', previewUrl: '/f' }])
  actions.send()
  await vi.waitFor(() => expect(box.state.error).toBe(OWNED_ALREADY))
  expect([box.mutate.mock.calls, box.state.attachments.length, box.state.echoes]).toEqual([[], 1, []])
  actions.choose([{ ...file, _id: 'new' }])
  actions.send()
  await vi.waitFor(() => expect(box.mutate).toHaveBeenCalledOnce())
})

test('two presses within one frame send a message at a price once', async () => {
  const { box, actions } = boxOf('20')
  actions.choose([{ _id: 'f', type: 'photo', url: '/f', thumbnailUrl: null } as FileRecord])
  for (const _press of ['first', 'second']) actions.send()
  await vi.waitFor(() => expect(box.mutate).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([box.mutate.mock.calls.length, box.state.echoes.length]).toEqual([1, 1])
})

test('a message at a price goes also where this device cannot tell which files were sent', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { box, actions } = boxOf('20')
  box.sent.toArray = () => Promise.reject(new Error('the database is closed'))
  actions.choose([{ _id: 'f', type: 'photo', url: '/f', thumbnailUrl: null } as FileRecord])
  actions.send()
  await vi.waitFor(() => expect(box.mutate).toHaveBeenCalledOnce())
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})
