import { expect, test, vi } from 'vitest'
import { add, createHarness } from '../../testing/harness.ts'
import { MemoryDatabase } from '../../testing/memory-store.ts'
import { settle } from '../../testing/scheduler.ts'
import { Refusal } from '../protocol/refusal.ts'

test('[OUTBOX-9] a copy is begun while the disk writes, and the promise waits for both', async () => {
  const { device } = createHarness({ online: false })
  const tab = await device.open()
  await add(tab, 'which loads what copies')
  const { store } = tab.client.inside.replica
  const write = store.write.bind(store)
  const events: string[] = []
  vi.spyOn(store, 'write').mockImplementation(async (durability, scope, work) => {
    const result = await write(durability, scope, work)
    events.push('kept')
    return result
  })
  let copied = () => {}
  vi.spyOn(device.place, 'put').mockImplementation(() => {
    events.push('copying')
    return new Promise((done) => (copied = done))
  })
  const adding = add(tab, 'queued').then(() => events.push('acknowledged'))
  await settle()
  expect(events).toEqual(['copying', 'kept'])
  copied()
  await adding
  expect(events).toEqual(['copying', 'kept', 'acknowledged'])
})

test('[OUTBOX-9] a copy that has to wait for another is made of what is queued by then', async () => {
  const { device } = createHarness({ online: false })
  const [tab, other] = [await device.open(), await device.open()]
  await add(tab, 'which loads what copies')
  await add(other, 'as well')
  const slow = Promise.withResolvers<void>()
  vi.spyOn(device.place, 'put').mockReturnValueOnce(slow.promise)
  const first = add(tab, 'copied slowly')
  await settle()
  const second = add(tab, 'taken back meanwhile')
  await settle()
  const queued = (await device.outbox()).at(-1)?.id ?? ''
  await other.client.discard(queued)
  slow.resolve()
  await Promise.all([first, second])
  expect(await device.place.ids()).not.toContain(queued)
})

test('[OUTBOX-9] a mutation that could not be stored leaves no backup, not even where the database no longer answers', async () => {
  const { device } = createHarness({ online: false })
  const tab = await device.open()
  const { id } = await add(tab, 'kept')
  const put = vi.spyOn(device.place, 'put')
  vi.spyOn(tab.client.inside.replica.store, 'read').mockRejectedValue(new DOMException('', 'UnknownError'))
  device.fill(0)
  await expect(add(tab, 'not kept')).rejects.toThrow(Refusal)
  expect(put).toHaveBeenCalled()
  expect(await device.place.ids()).toEqual([id])
})

test('[OUTBOX-9] nor one that was still being made when room was sought and not found', async () => {
  const { device } = createHarness({ online: false })
  const tab = await device.open()
  const { id } = await add(tab, 'kept')
  const slow = Promise.withResolvers<void>()
  const put = device.place.put.bind(device.place)
  const puts = vi.spyOn(device.place, 'put').mockImplementationOnce(async (record) => {
    await slow.promise
    await put(record)
  })
  device.fill(0)
  const refused = expect(add(tab, 'not kept')).rejects.toThrow(Refusal)
  await settle()
  slow.resolve()
  await refused
  expect(puts).toHaveBeenCalledOnce()
  expect(await device.place.ids()).toEqual([id])
})

test('[OUTBOX-9] on a device that is full no copy is begun before its record is kept', async () => {
  const { device } = createHarness({ online: false })
  const tab = await device.open()
  await add(tab, 'kept')
  device.fill(0)
  await expect(add(tab, 'not kept')).rejects.toThrow(Refusal)
  const put = vi.spyOn(device.place, 'put')
  await expect(add(tab, 'not kept either')).rejects.toThrow(Refusal)
  expect(put).not.toHaveBeenCalled()
  device.fill(null)
  const { id } = await add(tab, 'kept again')
  expect(await device.place.ids()).toContain(id)
})

test('[OUTBOX-9] nothing is looked over once a client has stopped', async () => {
  const { device, scheduler } = createHarness({ online: false })
  const tab = await device.open()
  await add(tab, 'kept')
  const { store } = tab.client.inside.replica
  const write = store.write.bind(store)
  const lost = Promise.withResolvers<never>()
  vi.spyOn(store, 'write').mockImplementationOnce((durability, scope, work) =>
    write(durability, scope, async (tx) => {
      await work(tx)
      return lost.promise
    }),
  )
  const refused = expect(add(tab, 'cut off')).rejects.toThrow('closed')
  await settle()
  const stopping = tab.client.stop()
  lost.reject(new Error('closed'))
  await Promise.all([refused, stopping])
  const read = vi.spyOn(store, 'read')
  await scheduler.advance(5_000)
  expect(read).not.toHaveBeenCalled()
})

test('[OUTBOX-9] a mutation that a new database stores in place of a lost one is backed up behind those of the lost one', async () => {
  const { device } = createHarness({ online: false })
  const tab = await device.open()
  const first = await add(tab, 'first')
  const { store } = tab.client.inside.replica
  const fresh = new MemoryDatabase(store.collections).connect().store
  const write = store.write.bind(store)
  const writes = vi.spyOn(store, 'write').mockImplementation(fresh.write.bind(fresh))
  writes.mockImplementationOnce(async (durability, scope, work) => {
    const lost = write(durability, scope, async (tx) => {
      await work(tx)
      throw new DOMException('', 'AbortError')
    })
    await expect(lost).rejects.toThrow(DOMException)
    return fresh.write(durability, scope, work)
  })
  vi.spyOn(store, 'read').mockImplementation(fresh.read.bind(fresh))
  const second = await add(tab, 'second')
  const queued = await fresh.read('outbox', (tx) => tx.outbox.all())
  expect(new Set(queued.map(({ id }) => id))).toEqual(new Set([first.id, second.id]))
})
