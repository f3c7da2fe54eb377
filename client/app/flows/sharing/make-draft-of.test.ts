import { i18n } from '@lingui/core'
import { DeviceFull } from '@vesper/sync/engine/core/device-full.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SharedItem } from '../../../core/storage/shared-items.ts'
import { syncWithoutLine } from '../../../testing/sync-without-line.ts'
import { makeDraftOf, putIntoMessage } from './make-draft-of.ts'

type Engine = Awaited<ReturnType<typeof syncWithoutLine>>

const items = new Map<string, SharedItem>()
/** The failure of keeping a file, by its name. */
const broken = new Map<string, Error>()
vi.mock('../../../core/storage/shared-items.ts', () => ({
  readSharedItem: async (_account: string | null, id: string) => items.get(id) ?? null,
  removeSharedItem: async (id: string) => items.delete(id),
}))

// To make a photo ready takes a canvas.
vi.mock('../../../features/studio/drafts/attach-to-draft.ts', () => ({
  keepFile: ({ sync }: { sync: Engine }, fileId: string, file: File) => attach(sync, fileId, file),
}))
vi.mock('../../../features/messages/files/attach-file.ts', () => ({
  attachFile: (sync: Engine, fileId: string, file: File) => attach(sync, fileId, file),
}))
vi.mock('./attachable-of.ts', () => ({ attachableOf: async (file: File) => file }))

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  // As a browser has them: one after another.
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<unknown>) => (last = last.catch(() => undefined).then(work))
  vi.stubGlobal('navigator', { locks: { request } })
})
afterEach(() => vi.unstubAllGlobals())

test('a shared photo with a text becomes one draft, which waits to be sent', async () => {
  const sync = await syncWithoutLine()
  const item = shared({ text: 'At dawn', files: [file('beach.jpg')] })
  expect(await makeDraftOf(sync, item)).toEqual({ refused: [], isCut: false })
  const drafts = await sync.db['post-drafts'].toArray()
  expect(drafts).toMatchObject([{ _id: item.id, text: 'At dawn', fileIds: [item.files[0]?.fileId] }])
  expect(items.has(item.id)).toBe(false)
})

test('taken in two tabs at once, it becomes one draft and one mutation', async () => {
  const sync = await syncWithoutLine()
  const item = shared({ text: 'At dawn' })
  await Promise.all([makeDraftOf(sync, item), makeDraftOf(sync, item)])
  expect(await sync.db.outbox.count()).toBe(1)
})

test('a page that ends before the item has gone makes no second draft, and undoes no edit', async () => {
  const sync = await syncWithoutLine()
  const item = shared({ text: 'At dawn' })
  await makeDraftOf(sync, item)
  const changes = { text: 'At noon' }
  await sync.mutate('draft.save', {
    _id: item.id,
    base: { text: 'At dawn' },
    changes,
    editedAt: new Date().toISOString(),
  })
  items.set(item.id, item)
  await makeDraftOf(sync, item)
  expect(await sync.db['post-drafts'].toArray()).toMatchObject([{ text: 'At noon' }])
})

test('a file that is refused keeps neither the text nor the other files back', async () => {
  const sync = await syncWithoutLine()
  const item = shared({ text: 'Two', files: [file('refused.exe'), file('beach.jpg')] })
  const { refused } = await makeDraftOf(sync, item)
  expect(refused).toEqual([{ name: 'refused.exe', reason: 'Not this one.' }])
  expect(await sync.db['post-drafts'].toArray()).toMatchObject([{ text: 'Two', fileIds: [item.files[1]?.fileId] }])
})

test.each([
  ['a device without room', new DeviceFull(null)],
  ['a storage that fails', new Error('no answer')],
])('%s loses nothing: the item stays, and is tried again', async (_what, error) => {
  const sync = await syncWithoutLine()
  const item = shared({ text: 'Two', files: [file('cliff.jpg'), file('beach.jpg')] })
  broken.set('beach.jpg', error)
  await expect(makeDraftOf(sync, item)).rejects.toBe(error)
  await expect(putIntoMessage(sync, item, 'c')).rejects.toBe(error)
  expect([await sync.db['post-drafts'].count(), await sync.db.drafts.count(), await sync.db.uploads.count()]).toEqual([
    0, 0, 0,
  ])
  expect(items.get(item.id)).toBe(item)
  broken.clear()
  expect(await makeDraftOf(sync, item)).toEqual({ refused: [], isCut: false })
  const fileIds = item.files.map(({ fileId }) => fileId)
  expect(await sync.db['post-drafts'].toArray()).toMatchObject([{ text: 'Two', fileIds }])
  expect([await sync.db.uploads.count(), items.has(item.id)]).toEqual([2, false])
})

test('a text is cut to the length of a post, and never in the middle of a sign', async () => {
  const sync = await syncWithoutLine()
  const item = shared({ text: `${'a'.repeat(4_999)}😀` })
  expect(await makeDraftOf(sync, item)).toMatchObject({ isCut: true })
  expect(await sync.db['post-drafts'].toArray()).toMatchObject([{ text: 'a'.repeat(4_999) }])
})

test('in a message it stands beside what was written there, once', async () => {
  const sync = await syncWithoutLine()
  const key = 'message:c'
  await sync.putDraft({ key, text: 'Look', fileIds: ['old'], updatedAt: '2026-01-01' })
  const item = shared({ text: 'https://a.test/1', files: [file('beach.jpg')] })
  await putIntoMessage(sync, item, 'c')
  // A page that ends before the item has gone takes it again.
  items.set(item.id, item)
  await putIntoMessage(sync, item, 'c')
  expect(await sync.db.drafts.get(key)).toMatchObject({
    text: 'Look\nhttps://a.test/1',
    fileIds: ['old', item.files[0]?.fileId],
  })
})

test('a link that is the beginning of another one is added beside it', async () => {
  const sync = await syncWithoutLine()
  const key = 'message:c'
  await sync.putDraft({ key, text: 'https://a.test/1/2', fileIds: [], updatedAt: '2026-01-01' })
  await putIntoMessage(sync, shared({ text: 'https://a.test/1' }), 'c')
  expect(await sync.db.drafts.get(key)).toMatchObject({ text: 'https://a.test/1/2\nhttps://a.test/1' })
})

async function attach(sync: Engine, fileId: string, { name }: File): Promise<void> {
  const error = broken.get(name)
  if (error) throw error
  if (name === 'refused.exe') throw new Refusal('invalid', 'Not this one.')
  await sync.attach({ fileId, name, mimeType: 'image/webp', bytes: new ArrayBuffer(4) })
}

function file(name: string): SharedItem['files'][number] {
  return { fileId: v7(), file: new File(['bytes'], name) }
}

function shared(item: Partial<SharedItem>): SharedItem {
  const whole = { id: v7(), account: null, at: Date.now(), text: '', files: [], ...item }
  items.set(whole.id, whole)
  return whole
}
