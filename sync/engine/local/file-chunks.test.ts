import { describe, expect, test } from 'vitest'
import { CHUNK_BYTES } from '../../testing/device.ts'
import type { Tab } from '../../testing/device.ts'
import { newId, createHarness } from '../../testing/harness.ts'
import { settle } from '../../testing/scheduler.ts'
import { slowBlob } from '../../testing/slow-blob.ts'
import { DeviceFull } from '../core/device-full.ts'
import type { Uploader } from '../ports.ts'
import type { ClientStore, StoreTx, Upload } from '../store.ts'
import { FileGone, readerOf } from './file-chunks.ts'
import type { Log } from './replica.ts'

const bytes = Uint8Array.from({ length: 3 * CHUNK_BYTES + 5 }, (_, n) => n)
const file = { fileId: 'f1', name: 'v.mp4', mimeType: 'video/mp4', bytes: new Blob([bytes]) }

describe('[UPLOAD-6] a large file', () => {
  test('is kept in pieces, and comes back as it was, whole or in part', async () => {
    const { device } = createHarness()
    const tab = await device.open()
    await tab.client.attach(file)
    expect(await piecesIn(tab)).toEqual([CHUNK_BYTES, CHUNK_BYTES, CHUNK_BYTES, 5])
    const kept = await tab.client.fileOf('f1')
    expect([kept?.type, numbersOf(kept ? [await kept.arrayBuffer()] : [])]).toEqual(['video/mp4', [...bytes]])
    const upload = { fileId: 'f1', size: bytes.length, pieceBytes: CHUNK_BYTES }
    const ranges = [
      [0, bytes.length],
      [3, 5],
      [15, 17],
      [16, 32],
      [10, 50],
      [52, 53],
      [53, 53],
    ] as const
    for (const [from, to] of ranges) {
      const read = readerOf(tab.client.inside.replica, upload)
      expect(numbersOf(await read(from, to))).toEqual([...bytes.slice(from, to)])
    }
  })

  test('a file that was kept as one chunk comes back all the same', async () => {
    const { device } = createHarness()
    const tab = await device.open()
    const { replica } = tab.client.inside
    await replica.store.write('strict', 'files', (tx) => tx.blobs.put([{ fileId: 'old', bytes: bytes.buffer }]))
    const upload = { fileId: 'old', size: bytes.length }
    expect(numbersOf(await readerOf(replica, upload)(10, 50))).toEqual([...bytes.slice(10, 50)])
  })

  test('goes up from its pieces, and they leave with its mutation', async () => {
    const up: number[] = []
    const { device, scheduler } = createHarness({
      uploader: async ({ upload, read }) => {
        up.push(...numbersOf(await read(0, 20)), ...numbersOf(await read(20, upload.size)))
        return { status: 200, body: null }
      },
    })
    const tab = await device.open()
    await tab.client.attach(file)
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'video', files: ['f1'] })
    await scheduler.advance(5_000)
    expect(up).toEqual([...bytes])
    expect(await piecesIn(tab)).toEqual([])
  })

  test.each([undefined, CHUNK_BYTES])(
    'is read once where it goes up in parts (in pieces of %s)',
    async (pieceBytes) => {
      const up: number[] = []
      const { device, scheduler } = createHarness({
        uploader: async ({ upload, read }) => {
          for (let from = 0; from < upload.size; from += 5) up.push(...numbersOf(await read(from, from + 5)))
          return { status: 200, body: null }
        },
      })
      const tab = await device.open()
      await tab.client.attach(file)
      if (pieceBytes === undefined) await keepWhole(tab)
      const reads = countReads(tab)
      await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'video', files: ['f1'] })
      await scheduler.advance(5_000)
      expect(up).toEqual([...bytes])
      expect(reads).toEqual(pieceBytes === undefined ? ['f1'] : ['f1/0', 'f1/1', 'f1/2', 'f1/3'])
    },
  )

  test('that finds no room, or cannot be read, leaves nothing', async () => {
    const { device } = createHarness()
    const tab = await device.open()
    device.fill(400)
    await expect(tab.client.attach({ ...file, bytes: new ArrayBuffer(1_000) })).rejects.toBeInstanceOf(DeviceFull)
    device.fill(null)
    expect([await piecesIn(tab), await uploadsIn(tab)]).toEqual([[], []])
    const torn = Object.assign(new Blob([bytes]), {
      slice: () => ({ size: 1, arrayBuffer: () => Promise.reject(new Error('torn')) }),
    })
    await expect(tab.client.attach({ ...file, bytes: torn })).rejects.toThrow('torn')
    expect([await piecesIn(tab), await uploadsIn(tab)]).toEqual([[], []])
  })

  test('a file that is removed while it is kept is given up', async () => {
    const { device } = createHarness()
    const tab = await device.open()
    const slow = slowBlob(bytes)
    const attached = tab.client.attach({ ...file, bytes: slow.blob })
    await slow.reading
    await tab.client.detach('f1')
    slow.go()
    await expect(attached).rejects.toBeInstanceOf(FileGone)
    expect([await piecesIn(tab), await uploadsIn(tab)]).toEqual([[], []])
  })

  test('is no file before all of it is there', async () => {
    const { device } = createHarness()
    const [dying, other] = [await device.open(), await device.open()]
    const slow = slowBlob(bytes)
    void dying.client.attach({ ...file, bytes: slow.blob }).catch(() => {})
    await slow.reading
    dying.kill()
    slow.go()
    await settle()
    expect(await other.client.fileOf('f1')).toBeNull()
    expect(await uploadsIn(other)).toMatchObject([{ fileId: 'f1', state: 'keeping' }])
  })

  test('with a lost chunk makes its mutation rejected, with the reason', async () => {
    const { device, scheduler } = createHarness({ uploader: reading })
    const tab = await device.open()
    await tab.client.attach(file)
    await tab.client.inside.replica.store.write('strict', 'files', (tx) => tx.blobs.delete(['f1/2']))
    expect(await tab.client.fileOf('f1')).toBeNull()
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'video', files: ['f1'] })
    await scheduler.advance(5_000)
    expect(await device.outbox()).toMatchObject([
      { state: 'rejected', rejection: { kind: 'not-found', message: 'The file is no longer on this device.' } },
    ])
  })
})

describe('[UPLOAD-7] a file whose bytes the browser has lost', () => {
  /** How browsers say so: the row is there, the file beside the database is not. */
  const names = ['NotReadableError', 'NotFoundError', 'DataError', 'UnknownError']

  test.each(names)('makes its mutation rejected, with the reason (%s)', async (name) => {
    const { device, scheduler } = createHarness({ uploader: reading })
    const tab = await device.open()
    await tab.client.attach(file)
    breakReads(tab, name, ['blobs'])
    expect(await tab.client.fileOf('f1')).toBeNull()
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'video', files: ['f1'] })
    await scheduler.advance(5_000)
    expect(await device.outbox()).toMatchObject([
      { state: 'rejected', rejection: { kind: 'not-found', message: 'The file is no longer on this device.' } },
    ])
  })

  test('is none while the database cannot be read at all: it is told as an error, and the file goes up when it can', async () => {
    const told: string[] = []
    const log: Log = ({ level, message }) => void told.push(`${level}: ${message}`)
    const { device, scheduler } = createHarness({ uploader: reading, log })
    const tab = await device.open()
    await tab.client.attach(file)
    const mend = breakReads(tab, 'UnknownError', ['blobs', 'uploads'])
    await expect(tab.client.fileOf('f1')).rejects.toThrow('gone')
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'video', files: ['f1'] })
    await scheduler.advance(5_000)
    expect(await device.outbox()).toMatchObject([{ state: 'waiting' }])
    expect(told).toContain('error: an upload failed on the device')
    expect(told).not.toContain('info: no answer to an upload')
    mend()
    await scheduler.advance(10_000)
    expect(await device.outbox()).toEqual([])
  })
})

const reading: Uploader = async ({ upload, read }) => {
  await read(0, upload.size)
  return { status: 200, body: null }
}

/** From now on these tables of files cannot be read by the tab. Answers how to mend them. */
function breakReads(tab: Tab, name: string, tables: (keyof StoreTx)[]): () => void {
  const store = storeOf(tab)
  const read = store.read.bind(store)
  const broken = async () => {
    throw new DOMException('gone', name)
  }
  store.read = (scope, work) =>
    read(scope, (tx) => {
      if (scope !== 'files') return work(tx)
      const lost = tables.map((table) => [table, { ...(tx[table] as object), get: broken, getMany: broken }])
      return work({ ...tx, ...(Object.fromEntries(lost) as object) })
    })
  return () => void (store.read = read)
}

/** As the app before has kept it. */
function keepWhole(tab: Tab): Promise<void> {
  return storeOf(tab).write('strict', 'files', async (tx) => {
    const [{ pieceBytes: _, ...upload }] = (await tx.uploads.all()) as [Upload]
    await tx.uploads.put([upload])
    await tx.blobs.put([{ fileId: 'f1', bytes: bytes.buffer }])
  })
}

/** The ids of the pieces that the tab reads from now on. */
function countReads(tab: Tab): string[] {
  const store = storeOf(tab)
  const read = store.read.bind(store)
  const ids: string[] = []
  store.read = (scope, work) =>
    read(scope, (tx) => {
      const get = (id: string) => {
        ids.push(id)
        return tx.blobs.get(id)
      }
      return work({ ...tx, blobs: { ...tx.blobs, get } })
    })
  return ids
}

function storeOf(tab: Tab): ClientStore {
  return tab.client.inside.replica.store
}

async function piecesIn(tab: Tab): Promise<number[]> {
  const blobs = await storeOf(tab).read('files', (tx) => tx.blobs.all())
  return blobs.map((piece) => piece.bytes.byteLength)
}

function uploadsIn(tab: Tab) {
  return storeOf(tab).read('files', (tx) => tx.uploads.all())
}

function numbersOf(pieces: ArrayBuffer[]): number[] {
  return pieces.flatMap((piece) => [...new Uint8Array(piece)])
}
