import { describe, expect, test } from 'vitest'
import { CHUNK_BYTES } from '../../testing/device.ts'
import type { Tab } from '../../testing/device.ts'
import { newId, createHarness } from '../../testing/harness.ts'
import type { Scheduler } from '../../testing/scheduler.ts'
import { settle } from '../../testing/scheduler.ts'
import { slowBlob } from '../../testing/slow-blob.ts'
import { evict } from './evict.ts'
import type { Replica } from './replica.ts'

const HOUR = 60 * 60 * 1000
const bytes = Uint8Array.from({ length: 3 * CHUNK_BYTES + 5 }, (_, n) => n)
const file = { fileId: 'f1', name: 'v.mp4', mimeType: 'video/mp4', bytes: new Blob([bytes]) }

describe('[UPLOAD-8] files that a dead tab leaves', () => {
  test.each([false, true])('goes after an hour: half a file (lockless: %s)', async (lockless) => {
    const { device, scheduler } = createHarness({ lockless })
    const [dying, other] = [await device.open(), await device.open()]
    await attachHalf(dying)
    dying.kill()
    await sweep(other, scheduler)
    expect(await filesIn(other)).toEqual(['f1 keeping', 'f1/0'])
    await sweep(other, scheduler, later)
    expect(await filesIn(other)).toEqual([])
  })

  test.each([false, true])('goes after an hour: a whole file that nothing names (lockless: %s)', async (lockless) => {
    const { device, scheduler } = createHarness({ lockless })
    const [dying, other] = [await device.open(), await device.open()]
    await dying.client.attach({ ...file, bytes: new ArrayBuffer(3) })
    await settle()
    dying.kill()
    await sweep(other, scheduler)
    expect(await filesIn(other)).toEqual(['f1 waiting', 'f1'])
    await sweep(other, scheduler, later)
    expect(await filesIn(other)).toEqual([])
  })

  test('stays where a draft names it, or anything that is queued, be it by a newer app', async () => {
    const { device, scheduler } = createHarness({ online: false })
    const [dying, other] = [await device.open(), await device.open()]
    for (const fileId of ['drafted', 'queued', 'newer']) {
      await dying.client.attach({ ...file, fileId, bytes: new ArrayBuffer(3) })
    }
    await dying.client.putDraft({ key: 'd', text: '', fileIds: ['drafted'], updatedAt: '' })
    await dying.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'x', files: ['queued'] })
    const { store } = dying.client.inside.replica
    await store.write('strict', 'outbox', async (tx) => {
      const [record] = await tx.outbox.all()
      if (!record) throw new Error('nothing is queued')
      await tx.outbox.add({ ...record, id: newId(), name: 'story.tell', args: { scenes: [{ film: 'newer' }] } })
    })
    dying.kill()
    await sweep(other, scheduler, later)
    expect((await filesIn(other)).filter((id) => id.includes(' '))).toHaveLength(3)
  })

  test('pieces that another app has left without their file go at once', async () => {
    const { device, scheduler } = createHarness()
    const tab = await device.open()
    await tab.client.attach(file)
    await tab.client.inside.replica.store.write('strict', 'files', async (tx) => {
      await tx.blobs.put([{ fileId: 'old/0', bytes: new ArrayBuffer(1) }])
      await tx.blobs.put([{ fileId: 'old/1', bytes: new ArrayBuffer(1) }])
    })
    await sweep(tab, scheduler)
    expect(await filesIn(tab)).toEqual(['f1 waiting', 'f1/0', 'f1/1', 'f1/2', 'f1/3'])
  })
})

describe('[UPLOAD-8] files that a living tab has attached stay', () => {
  test('half a file, though the tab was frozen for hours while another swept', async () => {
    const { device, scheduler } = createHarness()
    const [frozen, other] = [await device.open(), await device.open()]
    const half = await attachHalf(frozen)
    await scheduler.advance(1_000)
    frozen.gate.freeze()
    await sweep(other, scheduler, later)
    frozen.gate.thaw()
    half.go()
    await half.attached
    expect(await sizeOf(frozen)).toBe(bytes.length)
  })

  test.each([false, true])(
    'half a file, whatever its own sweep takes the time for (lockless: %s)',
    async (lockless) => {
      const { device, scheduler } = createHarness({ lockless })
      const tab = await device.open()
      const half = await attachHalf(tab)
      tab.gate.freeze()
      await scheduler.advance(3 * HOUR)
      tab.gate.thaw()
      await sweep(tab, scheduler)
      half.go()
      await half.attached
      expect(await sizeOf(tab)).toBe(bytes.length)
    },
  )

  test('a whole file that nothing names yet', async () => {
    const { device, scheduler } = createHarness()
    const [tab, other] = [await device.open(), await device.open()]
    await tab.client.attach(file)
    await scheduler.advance(1_000)
    for (const sweeping of [tab, other]) await sweep(sweeping, scheduler, later)
    expect(await sizeOf(tab)).toBe(bytes.length)
  })

  test('a file that is whole by the time of the dropping, without Web Locks', async () => {
    const { device } = createHarness({ lockless: true })
    const [tab, other] = [await device.open(), await device.open()]
    const half = await attachHalf(tab)
    await tab.client.putDraft({ key: 'd', text: '', fileIds: ['f1'], updatedAt: '' })
    const replica = later(other.client.inside.replica)
    const write: typeof replica.store.write = async (...args) => {
      half.go()
      await half.attached
      return replica.store.write(...args)
    }
    await evict({ ...replica, store: { ...replica.store, write } }, 'surplus')
    expect(await sizeOf(tab)).toBe(bytes.length)
  })
})

/** When it is hours later, or the device's clock says so. */
function later(replica: Replica): Replica {
  return { ...replica, now: () => new Date(replica.now().getTime() + 2 * HOUR) }
}

/** Attaches `file` as far as its second piece, until told to go on. */
async function attachHalf(tab: Tab) {
  const slow = slowBlob(bytes)
  const attached = tab.client.attach({ ...file, bytes: slow.blob })
  await slow.reading
  return { attached, go: slow.go }
}

async function sweep(tab: Tab, scheduler: Scheduler, as = (replica: Replica) => replica): Promise<void> {
  const swept = evict(as(tab.client.inside.replica), 'surplus')
  await scheduler.advance(1)
  await swept
}

async function sizeOf(tab: Tab): Promise<number | undefined> {
  return (await tab.client.fileOf('f1'))?.size
}

/** Files with their states, then the ids of all pieces. */
function filesIn(tab: Tab): Promise<string[]> {
  return tab.client.inside.replica.store.read('files', async (tx) => {
    const uploads = (await tx.uploads.all()).map(({ fileId, state }) => `${fileId} ${state}`)
    return [...uploads, ...(await tx.blobs.keys())]
  })
}
