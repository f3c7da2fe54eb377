import { expect, test, vi } from 'vitest'
import { add, createHarness, newId } from '../testing/harness.ts'
import { listModel } from '../testing/list-model.ts'
import { MemoryDatabase } from '../testing/memory-store.ts'

const draft = { key: 'd', text: 'hello', fileIds: [], updatedAt: '' }

test('[OUTBOX-10] a browser that is killed between the acknowledgement and the flush loses nothing', async () => {
  const { device } = createHarness({ online: false })
  const tab = await device.open()
  const { id, onDisk } = await add(tab, 'kept')
  const flushed = vi.fn<() => void>()
  void onDisk.then(flushed)
  tab.kill()
  await device.open()
  expect(flushed).not.toHaveBeenCalled()
  expect(await device.outbox()).toMatchObject([{ id }])
  expect(await device.rows('items')).toMatchObject([{ text: 'kept' }])
})

test('[OUTBOX-10] a loss of power after the flush takes nothing', async () => {
  const { device, scheduler, database } = withPower()
  const tab = await device.open()
  const { id, onDisk } = await add(tab, 'kept')
  await scheduler.advance(100)
  expect(await onDisk).toBe(true)
  tab.kill()
  database.cutPower()
  await device.open()
  expect(await device.outbox()).toMatchObject([{ id }])
  expect(await device.rows('items')).toMatchObject([{ text: 'kept' }])
})

test('[OUTBOX-10] a loss of power before the flush takes a mutation as a whole, and its draft is there again', async () => {
  const { device, database } = withPower()
  const tab = await device.open()
  await tab.client.putDraft(draft)
  await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: draft.text }, draft)
  expect(await device.drafts()).toEqual([])
  tab.kill()
  database.cutPower()
  await device.open()
  expect(await device.drafts()).toEqual(['d'])
  expect(await device.outbox()).toEqual([])
  expect(await device.rows('items')).toEqual([])
})

test('[OUTBOX-10] mutations that come together share one flush, and one that comes later has its own', async () => {
  const { device, scheduler } = createHarness({ online: false })
  const tab = await device.open()
  const write = vi.spyOn(tab.client.inside.replica.store, 'write')
  const flushes = () => write.mock.calls.filter(([durability]) => durability === 'strict').length
  for (const text of ['a', 'b', 'c']) await add(tab, text)
  await scheduler.advance(100)
  expect(flushes()).toBe(1)
  const { onDisk } = await add(tab, 'd')
  await scheduler.advance(100)
  expect(flushes()).toBe(2)
  expect(await onDisk).toBe(true)
})

test('[OUTBOX-10] a flush that fails is told, and the mutation stays kept', async () => {
  const log = vi.fn<(event: { message: string }) => void>()
  const { device, scheduler } = createHarness({ online: false, log })
  const tab = await device.open()
  const { id, onDisk } = await add(tab, 'kept')
  const { store } = tab.client.inside.replica
  const write = store.write.bind(store)
  vi.spyOn(store, 'write').mockImplementation((durability, ...transaction) =>
    durability === 'strict' ? Promise.reject(new DOMException('', 'UnknownError')) : write(durability, ...transaction),
  )
  await scheduler.advance(100)
  expect(await onDisk).toBe(false)
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: 'the disk was not flushed' }))
  expect(await device.outbox()).toMatchObject([{ id }])
})

/** Its disk tells strict commits from others. */
test('[OUTBOX-10] a mutation that a loss of power took comes back from the second place, also beside one with its order', async () => {
  const { device, scheduler, database } = withPower()
  const tab = await device.open()
  const first = await add(tab, 'flushed')
  await scheduler.advance(100)
  const { id } = await add(tab, 'copied')
  tab.kill()
  database.cutPower()
  const again = await device.open()
  expect(await device.outbox()).toMatchObject([{ id: first.id }])
  // It takes the order that the lost one had, and is flushed before the copies are looked over.
  const { id: next } = await add(again, 'later')
  await scheduler.advance(30_000)
  expect((await device.outbox()).map((record) => record.id)).toEqual([first.id, next, id])
  const texts = (await device.rows('items')).map((row) => (row as unknown as { text: string }).text)
  expect(texts.toSorted()).toEqual(['copied', 'flushed', 'later'])
})

test('[OUTBOX-10] the copy of a mutation that was flushed and has left the outbox brings nothing back', async () => {
  const { device, scheduler, line } = createHarness()
  const tab = await device.open()
  await add(tab, 'sent')
  const [copy] = await device.place.all()
  await scheduler.advance(5_000)
  expect(await device.outbox()).toEqual([])
  // Killed before the copy was gone.
  if (copy) await device.place.put(copy)
  tab.kill()
  line.up = false
  await device.open()
  await scheduler.advance(30_000)
  expect(copy?.order).toBe(1)
  expect(await device.outbox()).toEqual([])
  expect(await device.place.ids()).toEqual([])
})

function withPower() {
  const database = new MemoryDatabase(Object.keys(listModel.collections))
  return { ...createHarness({ online: false, database }), database }
}

test('[OUTBOX-10] a client that ends flushes first: a logout right after a mutation is no way to lose it', async () => {
  const { device, database } = withPower()
  const tab = await device.open()
  const { id } = await add(tab, 'kept')
  await tab.client.stop()
  database.cutPower()
  await device.open()
  expect(await device.outbox()).toMatchObject([{ id }])
})
