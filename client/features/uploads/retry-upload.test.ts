// @vitest-environment happy-dom
import { rejectForFile } from '@vesper/sync/engine/local/retry-mutation.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { lostWith, removeUpload } from './retry-upload.ts'
import { queuedUploads } from './use-uploads.ts'

type Kind = 'broadcast.save' | 'draft.save'
const kinds: Kind[] = ['broadcast.save', 'draft.save']
const unreadable = { kind: 'unsupported', message: 'This file could not be read.' }

let sync: Sync
let _id: string
beforeEach(async () => {
  sync = await syncWithoutLine()
  _id = v7()
})

/** Keeps a file and names it last in the draft or the message to many, as their editors do; answers its id. */
async function add(kind: Kind, before: string[], isUploaded = false): Promise<string> {
  const fileId = v7()
  const bytes = new Uint8Array(8).buffer
  if (!isUploaded) await sync.attach({ fileId, name: `${fileId}.jpg`, mimeType: 'image/jpeg', bytes })
  await save(kind, { fileIds: before }, { fileIds: [...before, fileId] })
  return fileId
}

async function save(kind: Kind, base: object, changes: object): Promise<void> {
  const editedAt = new Date().toISOString()
  if (kind === 'broadcast.save') await sync.mutate(kind, { _id, changes, editedAt })
  else await sync.mutate(kind, { _id, base, changes, editedAt })
}

async function inTray() {
  const records = await sync.db.outbox.orderBy('order').toArray()
  return queuedUploads(await sync.db.uploads.toArray(), records, ({ name, args }) => vesperModel.files(name, args))
}

/** Removes a file in the tray. */
async function remove(fileId: string): Promise<void> {
  const queued = (await inTray()).find((upload) => upload.fileId === fileId)
  if (!queued) throw new Error('The file is not in the queue')
  expect(lostWith(queued)).toBeNull()
  await removeUpload(sync, queued)
}

const filesInTray = async () => (await inTray()).map(({ fileId }) => fileId)
const row = (kind: Kind) => (kind === 'broadcast.save' ? sync.db.broadcasts : sync.db['post-drafts']).get(_id)
const kept = async () => (await sync.db.uploads.toCollection().primaryKeys()).toSorted()
const queuedChanges = async () =>
  (await sync.db.outbox.orderBy('order').toArray()).map(({ state, args }) => ({
    ...{ state, changes: (args as { changes: object }).changes },
  }))

test.each(kinds)('files that were added one after the other leave one after the other: %s', async (kind) => {
  await save(kind, { text: '' }, { text: 'The pier' })
  const first = await add(kind, [])
  const second = await add(kind, [first])
  await remove(first)
  expect([await filesInTray(), await kept()]).toEqual([[second], [second]])
  await remove(second)
  expect([await filesInTray(), await kept()]).toEqual([[], []])
  expect(await row(kind)).toMatchObject({ text: 'The pier', fileIds: [] })
})

test.each(kinds)('a refused file leaves alone, and the files that were refused with it stay: %s', async (kind) => {
  await save(kind, { text: '' }, { text: 'The pier' })
  const bad = await add(kind, [])
  const good = await add(kind, [bad])
  await rejectForFile(sync.inside.replica, bad, unreadable)
  expect(await row(kind)).toMatchObject({ fileIds: [] })
  await remove(bad)
  expect(await row(kind)).toMatchObject({ text: 'The pier', fileIds: [good] })
  expect([await filesInTray(), await kept()]).toEqual([[good], [good]])
  expect((await queuedChanges()).slice(1)).toEqual([{ state: 'waiting', changes: { fileIds: [good] } }])
})

test.each(kinds)('the only file of a refused draft takes its change along, and begins no draft: %s', async (kind) => {
  const bad = await add(kind, [])
  await rejectForFile(sync.inside.replica, bad, unreadable)
  await remove(bad)
  expect([await queuedChanges(), await kept(), await row(kind)]).toEqual([[], [], undefined])
})

test('words and a picture that were refused with a file stay', async () => {
  const [bad, thumbnailId] = [await add('draft.save', []), v7()]
  await sync.attach({ fileId: thumbnailId, name: 'sea.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(8) })
  await save('draft.save', { text: '', fileIds: [bad] }, { text: 'The pier', fileIds: [bad, thumbnailId], thumbnailId })
  await rejectForFile(sync.inside.replica, bad, unreadable)
  await remove(bad)
  expect(await row('draft.save')).toMatchObject({ text: 'The pier', fileIds: [thumbnailId], thumbnailId })
  expect((await queuedChanges()).map(({ state }) => state)).toEqual(['waiting'])
})

test('a file leaves the place that it has as a thumbnail', async () => {
  const fileId = await add('draft.save', [])
  await save('draft.save', { thumbnailId: null }, { thumbnailId: fileId })
  await remove(fileId)
  expect(await row('draft.save')).toMatchObject({ fileIds: [], thumbnailId: null })
  expect([await filesInTray(), await kept()]).toEqual([[], []])
})
