import { i18n } from '@lingui/core'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../../testing/sync-without-line.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import { draftKey } from './draft-key.ts'
import { editQueuedMessage } from './edit-queued-message.ts'
import { unsentMessages } from './unsent-messages.ts'

vi.mock('../../../ui/overlay/toast.ts', () => ({ showToast: vi.fn(async () => {}) }))

vi.mock(import('../../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => ({ _id: 'me' }) as never,
}))

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => void vi.mocked(showToast).mockClear())

test('a message that waits comes back with copies of its files, and leaves the outbox', async () => {
  const { sync, unsent } = await waiting()
  const taken = await editQueuedMessage(sync, unsent)
  const [copy] = await sync.db.uploads.toArray()
  expect([taken?.text, taken?.attachments.map(({ fileId }) => fileId)]).toEqual(['look', [copy?.fileId]])
  expect(copy?.fileId).not.toBe(unsent.args.fileIds[0])
  expect(await sync.db.drafts.get(draftKey(unsent.args.conversationId))).toMatchObject({ fileIds: [copy?.fileId] })
  expect(await sync.db.outbox.count()).toBe(0)
})

test('a message that is sent while its files are copied stays sent: nothing of it comes back, and people are told', async () => {
  const { sync, unsent } = await waiting()
  whileCopying(sync, () => settle(sync, { ...messageOf(unsent.args), seq: 7 }))
  expect(await editQueuedMessage(sync, unsent)).toBeNull()
  expect([await sync.db.drafts.count(), await sync.db.uploads.count()]).toEqual([0, 0])
  expect(vi.mocked(showToast).mock.calls).toEqual([['info', 'This message has been sent in the meantime.']])
})

test.each([0, 1])('one that another tab takes back comes back only there (%i attempts)', async (attempts) => {
  const { sync, unsent } = await waiting()
  await sync.db.outbox.update(unsent.record.order, { attempts })
  whileCopying(sync, () => sync.discard(unsent.record.id))
  expect(await editQueuedMessage(sync, unsent)).toBeNull()
  expect([await sync.db.drafts.count(), await sync.db.uploads.count()]).toEqual([0, attempts])
  expect(vi.mocked(showToast).mock.calls).toEqual([['info', 'This message is no longer waiting to be sent.']])
})

test('one that went out in a request meanwhile may have arrived, and one that waits anew is taken back all the same', async () => {
  const { sync, unsent } = await waiting()
  const again = v7()
  whileCopying(sync, async () => void (await sync.db.outbox.update(unsent.record.order, { attempts: 1, id: again })))
  expect(await editQueuedMessage(sync, unsent)).toMatchObject({ text: 'look' })
  expect(await sync.db.outbox.toArray()).toMatchObject([{ id: again, state: 'cancelling' }])
  expect(vi.mocked(showToast)).toHaveBeenCalledOnce()
})

test('when a file cannot be copied, nothing stays of the others, and the message waits on', async () => {
  const { sync, unsent } = await waiting(2)
  const attach = sync.attach.bind(sync)
  let copies = 0
  sync.attach = async (file) => {
    copies += 1
    if (copies === 2) throw new Error('full')
    await attach(file)
  }
  await expect(editQueuedMessage(sync, unsent)).rejects.toThrow('full')
  expect((await sync.db.uploads.toArray()).map(({ fileId }) => fileId)).toEqual(unsent.args.fileIds)
  expect([await sync.db.drafts.count(), await sync.db.outbox.count()]).toEqual([0, 1])
})

test.each<[string, (sync: Sync, conversationId: string) => Promise<unknown>]>([
  ['that is not there', (sync, conversationId) => sync.db.conversations.delete(conversationId)],
  ['whose other account is gone', (sync, id) => sync.db.conversations.update(id, { canSend: false })],
])('a message of a conversation %s stays where it is: no box would show its text', async (_which, happen) => {
  const { sync, unsent } = await waiting()
  vi.spyOn(sync, 'status').mockReturnValue({ ...sync.status(), whole: true })
  whileCopying(sync, async () => void (await happen(sync, unsent.args.conversationId)))
  expect(await editQueuedMessage(sync, unsent)).toBeNull()
  expect((await sync.db.uploads.toArray()).map(({ fileId }) => fileId)).toEqual(unsent.args.fileIds)
  expect([await sync.db.drafts.count(), await sync.db.outbox.toArray()]).toMatchObject([0, [unsent.record]])
  expect(vi.mocked(showToast).mock.calls).toEqual([
    ['info', 'You can no longer write in this conversation. Copy the text instead.'],
  ])
})

test('does not call a conversation closed that the device has yet to fetch again', async () => {
  const { sync, unsent } = await waiting()
  await sync.db.conversations.clear()
  expect(await editQueuedMessage(sync, unsent)).toBeNull()
  expect(await sync.db.outbox.toArray()).toMatchObject([unsent.record])
  expect(vi.mocked(showToast)).toHaveBeenCalledExactlyOnceWith(
    'info',
    expect.stringContaining('not on this device yet'),
  )
})

test('files of the library come back as themselves, in their places, with the price and without a text', async () => {
  const { sync, unsent } = await waiting(1, { library: 2, text: '', price: 30 })
  const [own, ...library] = unsent.args.fileIds
  const taken = await editQueuedMessage(sync, unsent)
  const [copy] = await sync.db.uploads.toArray()
  expect(copy?.fileId).not.toBe(own)
  const fileIds = [copy?.fileId, ...library]
  expect(taken).toMatchObject({
    text: '',
    price: 30,
    attachments: fileIds.map((fileId) => ({ fileId, state: 'ready' })),
  })
  expect(await sync.db.drafts.get(draftKey(unsent.args.conversationId))).toMatchObject({ fileIds })
  expect(await sync.db.outbox.count()).toBe(0)
})

test('a file of the library that stands in the box already does not stand there twice', async () => {
  const { sync, unsent } = await waiting(0, { library: 2 })
  const { conversationId, fileIds } = unsent.args
  const key = draftKey(conversationId)
  await sync.putDraft({ key, text: '', fileIds: fileIds.slice(1), updatedAt: new Date().toISOString() })
  await editQueuedMessage(sync, unsent)
  expect((await sync.db.drafts.get(key))?.fileIds.toSorted()).toEqual(fileIds.toSorted())
})

test('when a message stays as it is, nothing is dropped but the copies', async () => {
  const { sync, unsent } = await waiting(1, { library: 1 })
  const detach = vi.spyOn(sync, 'detach')
  whileCopying(sync, () => settle(sync, { ...messageOf(unsent.args), seq: 7 }))
  expect(await editQueuedMessage(sync, unsent)).toBeNull()
  expect(detach).toHaveBeenCalledOnce()
  expect(unsent.args.fileIds).not.toContain(detach.mock.calls[0]?.[0])
})

test('copies that the draft names stay, when the message cannot leave the outbox', async () => {
  const { sync, unsent } = await waiting()
  vi.spyOn(sync, 'discard').mockRejectedValue(new Error('full'))
  await expect(editQueuedMessage(sync, unsent)).rejects.toThrow('full')
  const [copy = ''] = (await sync.db.drafts.get(draftKey(unsent.args.conversationId)))?.fileIds ?? []
  expect(await sync.db.uploads.get(copy)).toMatchObject({ name: 'a.gif' })
})

/** A device without a line, with a message in its outbox that has so many files of its own, and of the library. */
async function waiting(files = 1, { library = 0, text = 'look', price = undefined as number | undefined } = {}) {
  const sync = await syncWithoutLine()
  const fileIds = Array.from({ length: files }, () => v7())
  for (const fileId of fileIds) {
    await sync.attach({ fileId, name: 'a.gif', mimeType: 'image/gif', bytes: new ArrayBuffer(3) })
  }
  const conversationId = v7()
  await sync.db.conversations.put({ _id: conversationId, canSend: true } as Conversation)
  fileIds.push(...Array.from({ length: library }, () => v7()))
  const priced = price === undefined ? {} : { price }
  await sync.mutate('message.send', { _id: v7(), conversationId, text, fileIds, ...priced })
  const [unsent] = unsentMessages(await sync.db.outbox.toArray()).values()
  if (!unsent) throw new Error('nothing waits')
  return { sync, unsent }
}

/** Lets something happen when the first file has been copied. */
function whileCopying(sync: Sync, happen: () => Promise<void>): void {
  const attach = sync.attach.bind(sync)
  sync.attach = async (file) => {
    await attach(file)
    await happen()
  }
}

/** As an answer of the server does that brings the message. */
async function settle(sync: Sync, message: Message): Promise<void> {
  const [record] = await sync.db.outbox.toArray()
  await sync.discard(record?.id ?? '')
  await sync.db.messages.put(message)
}

function messageOf({ _id, conversationId, text }: { _id: string; conversationId: string; text: string }): Message {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    ...{ _id, conversationId, seq: 0, senderId: v7(), text },
    ...{ files: [], isDeleted: false, createdAt: at, updatedAt: at },
  }
}
