import { describe, expect, test } from 'vitest'
import { DeviceFull } from './core/device-full.ts'
import { evict } from './local/evict.ts'
import { bytesBetween, FileGone } from './local/pieces.ts'
import type { ClientStore } from './store.ts'
import { PIECE_BYTES } from './testing/device.ts'
import type { Tab } from './testing/device.ts'
import { settle } from './testing/scheduler.ts'
import { newId, world } from './testing/world.ts'

const HOUR = 60 * 60 * 1000
const bytes = Uint8Array.from({ length: 3 * PIECE_BYTES + 5 }, (_, n) => n)
const file = { fileId: 'f1', name: 'v.mp4', mimeType: 'video/mp4', bytes: new Blob([bytes]) }

describe('[UPLOAD-6] a large file', () => {
  test('is kept in pieces, and comes back as it was, whole or in part', async () => {
    const { device } = world()
    const tab = await device.open()
    await tab.client.attach(file)
    expect(await piecesIn(tab)).toEqual([PIECE_BYTES, PIECE_BYTES, PIECE_BYTES, 5])
    const kept = await tab.client.fileOf('f1')
    expect([kept?.type, numbersOf(kept ? [await kept.arrayBuffer()] : [])]).toEqual(['video/mp4', [...bytes]])
    const upload = { fileId: 'f1', size: bytes.length, pieceBytes: PIECE_BYTES }
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
      expect(numbersOf(await bytesBetween(tab.client.inside.replica, upload, { from, to }))).toEqual([
        ...bytes.slice(from, to),
      ])
    }
  })

  test('that was kept in one piece comes back all the same', async () => {
    const { device } = world()
    const tab = await device.open()
    const { replica } = tab.client.inside
    await replica.store.write('strict', 'files', (tx) => tx.blobs.put([{ fileId: 'old', bytes: bytes.buffer }]))
    const upload = { fileId: 'old', size: bytes.length }
    expect(numbersOf(await bytesBetween(replica, upload, { from: 10, to: 50 }))).toEqual([...bytes.slice(10, 50)])
  })

  test('goes up from its pieces, and they leave with its mutation', async () => {
    const up: number[] = []
    const { device, scheduler } = world({
      uploader: async ({ upload, read }) => {
        up.push(...numbersOf(await read(0, 20)), ...numbersOf(await read(20, upload.size)))
        return { status: 200 }
      },
    })
    const tab = await device.open()
    await tab.client.attach(file)
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'video', files: ['f1'] })
    await scheduler.advance(5_000)
    expect(up).toEqual([...bytes])
    expect(await piecesIn(tab)).toEqual([])
  })

  test('that finds no room, or cannot be read, leaves nothing', async () => {
    const { device } = world()
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

  test('that is taken away while it is kept is given up', async () => {
    const { device } = world()
    const tab = await device.open()
    const slow = slowBlob()
    const attached = tab.client.attach({ ...file, bytes: slow.blob })
    await slow.reading
    await tab.client.detach('f1')
    slow.go()
    await expect(attached).rejects.toBeInstanceOf(FileGone)
    expect([await piecesIn(tab), await uploadsIn(tab)]).toEqual([[], []])
  })

  test('is no file before all of it is there; what a tab left unfinished goes after an hour', async () => {
    const { device, scheduler } = world()
    const [dying, other] = [await device.open(), await device.open()]
    const slow = slowBlob()
    void dying.client.attach({ ...file, bytes: slow.blob }).catch(() => {})
    await slow.reading
    dying.kill()
    slow.go()
    await settle()
    expect(await other.client.fileOf('f1')).toBeNull()
    await evict(other.client.inside.replica, 'surplus')
    expect(await uploadsIn(other)).toMatchObject([{ fileId: 'f1', state: 'keeping' }])
    await scheduler.advance(HOUR + 1_000)
    await evict(other.client.inside.replica, 'surplus')
    expect([await piecesIn(other), await uploadsIn(other)]).toEqual([[], []])
  })

  test('of which a piece is lost makes its mutation rejected, with the reason', async () => {
    const { device, scheduler } = world({
      uploader: async ({ upload, read }) => {
        await read(0, upload.size)
        return { status: 200 }
      },
    })
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

/** A file whose second piece is not read before it may. */
function slowBlob() {
  const [reading, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slice = (from: number, to: number) => ({
    size: to - from,
    arrayBuffer: async () => {
      if (from > 0) {
        reading.resolve()
        await gate.promise
      }
      return bytes.slice(from, to).buffer
    },
  })
  return { blob: { size: bytes.length, slice } as unknown as Blob, reading: reading.promise, go: gate.resolve }
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
