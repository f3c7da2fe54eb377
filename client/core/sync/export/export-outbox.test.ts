// @vitest-environment happy-dom
import type { Draft, OutboxRecord, Upload } from '@vesper/sync/engine/store.ts'
import { expect, test } from 'vitest'
import { unzip } from '../../../testing/unzip.ts'
import { formsOf } from '../../forms/form-draft-storage.ts'
import { exportOutbox } from './export-outbox.ts'

const AT = '2026-11-21T09:00:00.000Z'

const record = (order: number, args: object, change: Partial<OutboxRecord> = {}): OutboxRecord => ({
  ...{ order, id: `id-${order}`, lane: 'c:1', name: 'message.send', args, owner: 'me', schema: 1 },
  ...{ queuedAt: AT, state: 'waiting', attempts: 0, rejection: null },
  ...change,
})

const upload = (fileId: string, name: string, change: Partial<Upload> = {}): Upload => ({
  ...{ fileId, name, mimeType: 'image/jpeg', size: 4, state: 'waiting', sent: 0, rejection: null },
  ...{ width: null, height: null, queuedAt: AT },
  ...change,
})

type Held = { records?: OutboxRecord[]; drafts?: Draft[]; uploads?: Upload[]; bytes?: Record<string, string> }

/** A device with this on it. A file without bytes cannot be read. */
function device({ records = [], drafts = [], uploads = [], bytes = {} }: Held) {
  const fileOf = (id: string) => {
    if (bytes[id] === 'throws') return Promise.reject(new Error('This file cannot be read.'))
    return Promise.resolve(bytes[id] === undefined ? null : new Blob([bytes[id]]))
  }
  const files = (_: string, args: { fileIds?: string[] }) => args.fileIds ?? []
  const table = <Row>(rows: Row[]) => ({ toArray: async () => rows, orderBy: () => ({ toArray: async () => rows }) })
  const db = { outbox: table(records), drafts: table(drafts), uploads: table(uploads) }
  return { db, fileOf, inside: { replica: { model: { files } } } } as unknown as Parameters<typeof exportOutbox>[0]
}

type Text = {
  unsent: { args: unknown }[]
  drafts: Draft[]
  forms: object[]
  files: { fileId: string; path: string | null }[]
}

async function exportedFrom(held: Held) {
  const told: number[] = []
  const exported = await exportOutbox(device(held), 'me', ({ done, of }) => told.push(of && done / of))
  const files = unzip(new Uint8Array(await exported.copy.arrayBuffer()))
  const read = (path: string) => new TextDecoder().decode(files.get(path))
  return { ...exported, told, paths: [...files.keys()], read, text: JSON.parse(read('unsent.json')) as Text }
}

test('the copy has every unsent text, every draft and form, and the bytes of the files that wait with them', async () => {
  formsOf('me').write('post:1', { text: 'half a post' })
  const { text, read, told, missing, name } = await exportedFrom({
    records: [record(1, { text: 'one', fileIds: ['a'] }), record(2, { text: 'two' }, { state: 'rejected' })],
    drafts: [{ key: 'message:1', text: 'half', fileIds: ['b'], updatedAt: AT }],
    uploads: [upload('a', 'sea.jpg'), upload('b', 'clip.mp4')],
    bytes: { a: 'wave', b: 'film' },
  })
  expect(text.unsent.map(({ args }) => (args as { text: string }).text)).toEqual(['one', 'two'])
  expect(text.drafts[0]?.text).toBe('half')
  expect(text.forms).toEqual([{ name: 'post:1', values: { text: 'half a post' } }])
  expect(text.files).toMatchObject([
    { fileId: 'a', path: 'files/sea.jpg' },
    { fileId: 'b', path: 'files/clip.mp4' },
  ])
  expect([read('files/sea.jpg'), read('files/clip.mp4')]).toEqual(['wave', 'film'])
  expect(missing).toEqual([])
  expect(name).toMatch(/^vesper-unsent-\d{4}-\d\d-\d\d\.zip$/)
  expect(told).toEqual([0, 0.5, 1])
})

test('a file that cannot be read is named as missing, and keeps nothing else out of the copy', async () => {
  const { text, paths, missing } = await exportedFrom({
    uploads: [upload('a', 'lost.jpg'), upload('b', 'broken.jpg'), upload('c', 'there.jpg')],
    bytes: { b: 'throws', c: 'here' },
  })
  expect(missing).toEqual(['lost.jpg', 'broken.jpg'])
  expect(text.files).toMatchObject([
    { path: null, missing: true },
    { path: null, missing: true },
    { path: 'files/there.jpg' },
  ])
  expect(paths).toEqual(['files/there.jpg', 'unsent.json'])
})

test('files of one name stand beside each other, under names that every system takes', async () => {
  const { paths } = await exportedFrom({
    uploads: [upload('a', 'image.jpg'), upload('b', 'Image.jpg'), upload('c', '../a:b'), upload('d', '')],
    bytes: { a: '1', b: '2', c: '3', d: '4' },
  })
  expect(paths).toEqual(['files/image.jpg', 'files/Image (2).jpg', 'files/_a_b', 'files/file', 'unsent.json'])
})

test('a file that is on the server goes along only with something unsent that names it', async () => {
  const { paths, missing } = await exportedFrom({
    records: [record(1, { fileIds: ['a', 'gone'] })],
    uploads: [upload('a', 'a.jpg', { state: 'sent' }), upload('b', 'b.jpg', { state: 'sent' })],
    bytes: { a: 'sent', b: 'sent' },
  })
  expect(paths).toEqual(['files/a.jpg', 'unsent.json'])
  expect(missing).toEqual([])
})
