import { describe, expect, test } from 'vitest'
import type { Device } from '../../testing/device.ts'
import { add, newId, OTHER, createHarness } from '../../testing/harness.ts'
import { ITEMS_KEPT } from '../../testing/list-model.ts'
import { settle } from '../../testing/scheduler.ts'
import { DeviceFull } from '../core/device-full.ts'
import { readHealth } from '../health.ts'
import type { SyncRequest } from '../protocol/sync-request.ts'

/** A device with so many items of list a, confirmed. */
async function holding(items: number) {
  const made = createHarness()
  const tab = await made.device.open()
  await made.scheduler.advance(1_000)
  for (let n = 1; n <= items; n += 1) await add(tab, `item ${n}`)
  await made.scheduler.advance(5_000)
  expect(await made.device.outbox()).toEqual([])
  return { ...made, tab }
}

describe('[QUOTA-1] caches go first', () => {
  test('a write without room takes that of old rows: the newest stay, nothing unsent goes', async () => {
    const { device, tab, scheduler, server, line } = await holding(12)
    line.up = false
    const [oldest] = (await device.rows('items')).toSorted((a, b) => Number(a.seq) - Number(b.seq))
    await tab.client.mutate('item.done', { _id: String(oldest?._id), listId: 'a' })
    device.fill(50)
    await add(tab, 'thirteenth')
    expect(await textsOf(device)).toEqual(['item 1', 'item 10', 'item 11', 'item 12', 'thirteenth'])
    expect(tab.client.status().full).toBe(false)
    line.up = true
    await scheduler.advance(20_000)
    expect(await device.outbox()).toEqual([])
    const items = [...server.viewOf()].filter(([key]) => key.startsWith('items'))
    expect(items).toHaveLength(13)
  })

  test('a row that made room comes back when it changes, and a reset brings all', async () => {
    const { device, tab, scheduler, server } = await holding(8)
    device.fill(0)
    await tab.client.mutate('list.title', { listId: 'b', title: 'x'.repeat(200) })
    expect(await device.rows('items')).toHaveLength(ITEMS_KEPT)
    device.fill(null)
    await scheduler.advance(10_000)
    const held = new Set((await device.rows('items')).map(({ _id }) => _id))
    const gone = [...server.viewOf()].find(([key, row]) => key.startsWith('items') && !held.has(String(row._id)))
    await (await device.open()).client.mutate('item.done', { _id: String(gone?.[1]._id), listId: 'a' })
    await scheduler.advance(10_000)
    expect(await device.rows('items')).toHaveLength(ITEMS_KEPT + 1)
    await tab.client.resetCache()
    await scheduler.advance(10_000)
    expect(await device.rows('items')).toHaveLength(8)
  })

  test('a device with room for all drops what is over its budget, once it has settled', async () => {
    const { device, scheduler } = await holding(35)
    await scheduler.advance(20_000)
    expect(await device.rows('items')).toHaveLength(30)
  })
})

test('[QUOTA-1] near the end of the quota all that can be done without goes, though nothing has failed yet', async () => {
  const storage = {
    estimate: async () => ({ usage: 85, quota: 100 }),
    persisted: async () => true,
    persist: async () => true,
  }
  let dropped = 0
  const { device, scheduler } = createHarness({ storage, dropCaches: async () => void (dropped += 1) })
  const tab = await device.open()
  for (let n = 1; n <= 8; n += 1) await add(tab, `item ${n}`)
  await scheduler.advance(25_000)
  expect(await textsOf(device)).toEqual(['item 6', 'item 7', 'item 8'])
  expect([dropped, tab.client.status().full]).toEqual([1, false])
})

describe('[QUOTA-3] a full device', () => {
  test('refuses what it cannot keep, says so, and takes it when there is room', async () => {
    const { device, scheduler, line } = createHarness({ online: false })
    const tab = await device.open()
    await add(tab, 'before')
    device.fill(0)
    const _id = newId()
    const refused = tab.client.mutate('item.add', { _id, listId: 'a', text: 'after' })
    await expect(refused).rejects.toBeInstanceOf(DeviceFull)
    const draft = { key: 'd', text: 'half', fileIds: [], updatedAt: '' }
    await expect(tab.client.putDraft(draft)).rejects.toBeInstanceOf(DeviceFull)
    expect(await device.outbox()).toHaveLength(1)
    expect(await device.rows('items')).toMatchObject([{ text: 'before' }])
    expect((await readHealth(tab.client)).status.full).toBe(true)

    device.fill(null)
    await tab.client.mutate('item.add', { _id, listId: 'a', text: 'after' })
    await settle()
    expect(tab.client.status().full).toBe(false)
    line.up = true
    await scheduler.advance(20_000)
    expect(await device.outbox()).toEqual([])
  })

  test('a file that it cannot keep leaves nothing', async () => {
    const { device } = createHarness()
    const tab = await device.open()
    device.fill(100)
    const file = { fileId: newId(), name: 'a.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(1_000) }
    await expect(tab.client.attach(file)).rejects.toBeInstanceOf(DeviceFull)
    device.fill(null)
    await tab.client.attach(file)
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'with it', files: [file.fileId] })
  })

  test('says so until something finds room: neither what is deleted nor what is noted of a file does', async () => {
    const { device } = createHarness()
    const tab = await device.open()
    await tab.client.putDraft({ key: 'd', text: 'half', fileIds: [], updatedAt: '' })
    device.fill(400)
    const told: boolean[] = []
    tab.client.subscribe(() => told.push(tab.client.status().full))
    const file = { fileId: newId(), name: 'a.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(1_000) }
    for (let times = 0; times < 2; times += 1) {
      await expect(tab.client.attach(file)).rejects.toBeInstanceOf(DeviceFull)
      await settle()
    }
    await tab.client.removeDraft('d')
    await tab.client.detach(file.fileId)
    await settle()
    expect([tab.client.status().full, new Set(told)]).toEqual([true, new Set([true])])
    device.fill(null)
    await tab.client.attach(file)
    await settle()
    expect(tab.client.status().full).toBe(false)
  })

  test('caches outside of the database go as well, once for all who wait', async () => {
    let dropped = 0
    const { device } = createHarness({ online: false, dropCaches: async () => void (dropped += 1) })
    const tab = await device.open()
    device.fill(0)
    const kept = ['x', 'y'].map((text) => tab.client.mutate('item.add', { _id: newId(), listId: 'a', text }))
    expect((await Promise.allSettled(kept)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(dropped).toBe(1)
  })
})

describe('[QUOTA-4] an answer without room', () => {
  test('its outcomes are taken in, with the rows that they are about; the rest comes when there is room', async () => {
    const { device, scheduler, server, line } = await holding(2)
    const [tab] = device.tabs
    line.up = false
    const { id } = await add(tab as NonNullable<typeof tab>, 'mine')
    server.handle(OTHER, pushOfOthers(5))
    device.fill(200)
    line.up = true
    await scheduler.advance(15_000)
    expect(server.applied.get(id)).toBe(1)
    expect(await device.outbox()).toEqual([])
    expect(tab?.client.status()).toMatchObject({ full: true, pending: 0 })
    expect(await textsOf(device)).toEqual(['item 1', 'item 2', 'mine'])
    device.fill(null)
    await scheduler.advance(61_000)
    expect(await device.rows('items')).toHaveLength(8)
    expect(await device.keptAside()).toBe(0)
    expect(tab?.client.status().full).toBe(false)
  })

  test('rows that came without their cursor go with the past that a restored server has lost', async () => {
    const { device, scheduler, server, line, tab } = await holding(2)
    const backup = server.backUp()
    line.up = false
    await add(tab, 'mine')
    server.handle(OTHER, pushOfOthers(5))
    device.fill(200)
    line.up = true
    await scheduler.advance(15_000)
    expect(await textsOf(device)).toEqual(['item 1', 'item 2', 'mine'])
    server.restore(backup)
    device.fill(null)
    tab.client.wake('online')
    await scheduler.advance(1_000)
    expect(await textsOf(device)).toEqual(['item 1', 'item 2'])
    expect(await device.view()).toEqual(server.viewOf(device.account))
  })
})

async function textsOf(device: Device): Promise<string[]> {
  return (await device.rows('items')).map(({ text }) => String(text)).toSorted()
}

function pushOfOthers(items: number): SyncRequest {
  const mutations = Array.from({ length: items }, (_, n) => {
    const args = { _id: newId(), listId: 'a', text: `of others ${n} ${'x'.repeat(100)}` }
    return { id: newId(), lane: 'l:a', name: 'item.add', args }
  })
  const device = { device: newId(), turn: 0, incarnation: newId(), next: newId() }
  return { protocol: 2, schema: 1, account: OTHER, ...device, epoch: null, run: 0, cursor: {}, mutations }
}
