import type { Draft } from '@vesper/sync/engine/store.ts'
import { expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { composer, emptyComposer } from './composer-model.ts'
import type { ComposerEvent } from './composer-model.ts'
import { DraftKeeper } from './draft-keeper.ts'
import { draftKey } from './draft-key.ts'

/** A box of one tab and the draft that the device has of it. */
async function boxOf({ failures = 0, draft = undefined as Draft | undefined, uploads = [] as object[] } = {}) {
  const stored = { draft }
  let left = failures
  const get = async () => {
    left -= 1
    if (left >= 0) throw new Error('The connection was lost.')
    return stored.draft
  }
  const box = { state: emptyComposer }
  const apply = (event: ComposerEvent) => void (box.state = composer(box.state, event))
  const rows = { reverse: () => rows, limit: () => rows, toArray: async () => [] }
  const found = { equals: () => rows, between: () => rows }
  const empty = { get: async () => undefined, bulkGet: async () => [], where: () => found }
  const sync = {
    db: {
      drafts: { get },
      conversations: empty,
      outbox: empty,
      messages: empty,
      uploads: { bulkGet: async () => uploads },
    },
    fileOf: () => new Promise(() => {}),
    putDraft: async (draft: Draft) => void (stored.draft = draft),
    removeDraft: async () => void (stored.draft = undefined),
  } as unknown as Sync
  const keeper = new DraftKeeper({ sync, conversationId: 'c', now: () => box.state, apply })
  keeper.start()
  await vi.waitFor(() => expect(box.state.phase).toBe('ready'))
  return { stored, box, apply, keeper }
}

test('the same words typed again while the message is on its way stay in the box', async () => {
  const { stored, box, apply, keeper } = await boxOf()
  apply({ type: 'typed', text: 'ok' })
  await keeper.settle()
  expect(stored.draft).toMatchObject({ key: draftKey('c'), text: 'ok' })
  apply({ type: 'submitted', submission: { messageId: 'm', text: 'ok', fileIds: [], at: new Date().toISOString() } })
  // The message is in the outbox, and its draft went with it.
  stored.draft = undefined
  await keeper.settle()
  apply({ type: 'typed', text: 'okok' })
  keeper.sent()
  apply({ type: 'accepted', messageId: 'm' })
  await keeper.settle()
  expect(box.state.text).toBe('ok')
  expect(stored.draft).toMatchObject({ text: 'ok' })
})

test('another tab’s text of the meantime comes into the box all the same', async () => {
  const { stored, box, apply, keeper } = await boxOf()
  apply({ type: 'typed', text: 'ok' })
  await keeper.settle()
  apply({ type: 'submitted', submission: { messageId: 'm', text: 'ok', fileIds: [], at: new Date().toISOString() } })
  stored.draft = { key: draftKey('c'), text: 'ok, and more', fileIds: [], updatedAt: new Date().toISOString() }
  keeper.sent()
  apply({ type: 'accepted', messageId: 'm' })
  await keeper.settle()
  expect(box.state.text).toContain('and more')
})

test('a draft is told from the message that it became by the id of that one, and kept as new when it is written again', async () => {
  const { stored, box, apply, keeper } = await boxOf()
  apply({ type: 'typed', text: 'ok' })
  apply({ type: 'submitted', submission: { messageId: 'm', text: 'ok', fileIds: [], at: new Date().toISOString() } })
  await keeper.settle()
  expect(stored.draft).toMatchObject({ text: 'ok', sentAs: 'm' })
  apply({ type: 'typed', text: 'okok' })
  apply({ type: 'accepted', messageId: 'm' })
  expect(box.state.text).toBe('ok')
  await keeper.settle()
  expect(stored.draft).toMatchObject({ text: 'ok' })
  expect(stored.draft).not.toHaveProperty('sentAs')
})

test('a text is in its box at once, however long its video takes to be read', async () => {
  const draft = { key: draftKey('c'), text: 'see this', fileIds: ['f'], updatedAt: new Date().toISOString() }
  const uploads = [{ fileId: 'f', name: 'sea.mp4', mimeType: 'video/mp4', width: 4, height: 3 }]
  const { box } = await boxOf({ draft, uploads })
  expect(box.state).toMatchObject({
    text: 'see this',
    attachments: [{ fileId: 'f', state: 'ready', previewUrl: null }],
  })
})

test('a draft that could not be read is read again, and what is typed is kept from then on', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { stored, apply, keeper } = await boxOf({ failures: 1 })
  expect(logged).toHaveBeenCalled()
  apply({ type: 'typed', text: 'kept' })
  await keeper.settle()
  expect(stored.draft).toMatchObject({ text: 'kept' })
  logged.mockRestore()
})
