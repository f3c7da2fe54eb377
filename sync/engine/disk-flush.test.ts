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
