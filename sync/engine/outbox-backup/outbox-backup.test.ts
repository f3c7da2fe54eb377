import { expect, test, vi } from 'vitest'
import type { Device } from '../../testing/device.ts'
import { add, newId, createHarness } from '../../testing/harness.ts'
import { settle } from '../../testing/scheduler.ts'
import type { Scheduler } from '../../testing/scheduler.ts'

test('[OUTBOX-9] mutations of a ruined database are shown again, in order, and applied once', async () => {
  const { device, line, scheduler, server } = createHarness()
  let tab = await device.open()
  await scheduler.advance(1_000)
  // The server has this one, and the device never hears so.
  line.answer = (request, serve) => {
    serve(request)
    throw new TypeError('cut')
  }
  const ids = [(await add(tab, 'arrived')).id]
  await scheduler.advance(500)
  expect(server.applied.get(ids[0] ?? '')).toBe(1)
  line.up = false
  for (const text of ['second', 'third']) ids.push((await add(tab, text)).id)

  device.ruin()
  expect(await device.outbox()).toEqual([])
  tab = await device.open()
  expect((await device.outbox()).map(({ id }) => id)).toEqual(ids)
  expect(new Set((await device.rows('items')).map(({ text }) => text))).toEqual(new Set(['arrived', 'second', 'third']))
  line.answer = null
  line.up = true
  tab.client.wake('online')
  await scheduler.advance(20_000)
  expect(await device.outbox()).toEqual([])
  expect(ids.map((id) => server.applied.get(id))).toEqual([1, 1, 1])
  expect(await device.view()).toEqual(server.viewOf(device.account))
  expect(await device.place.ids()).toEqual([])
})

test('[OUTBOX-9] discarded and applied mutations do not come back', async () => {
  const { device, line, scheduler } = createHarness({ online: false })
  const tab = await device.open()
  const [taken, tried] = [await add(tab, 'taken back at once'), await add(tab, 'taken back after it was tried')]
  await tab.client.discard(taken.id)
  await scheduler.advance(2_000)
  await tab.client.discard(tried.id)
  await settle()
  device.ruin()
  await device.open()
  expect((await device.outbox()).map(({ id, state }) => ({ id, state }))).toEqual(
    (await device.place.all()).map(({ id, state }) => ({ id, state })),
  )
  expect((await device.outbox()).some(({ state }) => state !== 'cancelling')).toBe(false)
  expect(await device.rows('items')).toEqual([])
  line.up = true
  await scheduler.advance(20_000)
  expect(await device.place.ids()).toEqual([])
})

test('[OUTBOX-9] copies are not brought back before the database is known to have been ruined', async () => {
  const { device, line, scheduler, server } = createHarness({ online: false })
  await add(await device.open(), 'queued')
  device.ruin()
  // A service worker is there first, and makes the new database a device.
  line.up = true
  await drainInWorker(device, scheduler)
  expect(await device.place.ids()).toHaveLength(1)
  await device.open()
  await scheduler.advance(20_000)
  expect([...server.viewOf()].filter(([key]) => key.startsWith('items'))).toHaveLength(1)
})

test('[OUTBOX-9] a second place that fails keeps nothing from being queued', async () => {
  const { device, line, scheduler, server } = createHarness({ online: false })
  device.place.put = () => Promise.reject(new DOMException('No room', 'QuotaExceededError'))
  const tab = await device.open()
  const { id } = await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'queued' })
  line.up = true
  tab.client.wake('online')
  await scheduler.advance(20_000)
  expect(server.applied.get(id)).toBe(1)
})

test('[OUTBOX-9] after a second ruin what was queued in between is last', async () => {
  const { device, line, scheduler, server } = createHarness({ online: false })
  let tab = await device.open()
  // Places of the first database, which the second counts anew.
  const gone = await Promise.all([1, 2, 3].map((n) => add(tab, `gone ${n}`)))
  const ids = [(await add(tab, 'first')).id]
  for (const { id } of gone) await tab.client.discard(id)
  device.ruin()
  tab = await device.open()
  ids.push((await add(tab, 'second')).id)
  device.ruin()
  await device.open()
  const texts = (await device.outbox()).flatMap(({ id }) => (ids.includes(id) ? [id] : []))
  expect(texts).toEqual(ids)
  line.up = true
  await scheduler.advance(20_000)
  expect(ids.map((id) => server.applied.get(id))).toEqual([1, 1])
})

test('[OUTBOX-9] a second place that never answers holds up nobody for longer than two seconds', async () => {
  const { device, scheduler } = createHarness({ online: false })
  device.place.put = () => new Promise(() => {})
  const tab = await device.open()
  const done: string[] = []
  for (const text of ['first', 'second']) {
    void tab.client.mutate('item.add', { _id: newId(), listId: 'a', text }).then(() => done.push(text))
  }
  await scheduler.advance(1_900)
  expect(done).toEqual([])
  expect(await device.outbox()).toHaveLength(2)
  await scheduler.advance(2_200)
  expect(done).toEqual(['first', 'second'])
})

test('[OUTBOX-9] a mutation that a service worker has sent loses its copy during the next start', async () => {
  const { device, line, scheduler } = createHarness({ online: false })
  const tab = await device.open()
  await add(tab, 'queued')
  tab.kill()
  line.up = true
  await drainInWorker(device, scheduler)
  await device.open()
  await scheduler.advance(25_000)
  expect(await device.place.ids()).toEqual([])
})

test('[TIME-2] a mutation so old that the server may have forgotten it goes to the user', async () => {
  const { device, line, scheduler, server } = createHarness({ online: false })
  const tab = await device.open()
  const { id } = await add(tab, 'queued')
  tab.kill()
  await scheduler.advance(40 * 24 * 3_600_000)
  device.ruin()
  await device.open()
  line.up = true
  await scheduler.advance(20_000)
  expect(await device.outbox()).toMatchObject([{ id, state: 'rejected', rejection: { kind: 'conflict' } }])
  expect(server.applied.has(id)).toBe(false)
})

test('[TIME-2] a restored mutation that could not be sent until the server may have forgotten it goes to the user', async () => {
  const { device, line, scheduler, server } = createHarness()
  let tab = await device.open()
  await scheduler.advance(1_000)
  const { id } = await add(tab, 'heard of, with its copy still there')
  while ((await device.outbox()).length > 0) await scheduler.advance(10)
  tab.client.wake('manual')
  await scheduler.advance(100)
  expect(await device.place.ids()).toEqual([id])
  device.ruin()
  line.answer = (request, serve) => {
    serve(request)
    throw new TypeError('cut')
  }
  tab = await device.open()
  await scheduler.advance(500)
  expect(await device.outbox()).toMatchObject([{ id, state: 'waiting' }])
  line.up = false
  await add(tab, 'queued since')
  for (const _ of ['heard of', 'forgotten']) {
    scheduler.skipMonth()
    server.prune()
  }
  line.answer = null
  line.up = true
  tab.client.wake('online')
  await scheduler.advance(20_000)
  expect(await device.outbox()).toMatchObject([{ id, state: 'rejected', rejection: { kind: 'conflict' } }])
  expect([...server.applied.values()]).toEqual([1, 1])
  expect(await device.view()).toEqual(server.viewOf(device.account))
})

test('[TIME-2] on a full device what is doubtful holds up nothing, and is put before the user once there is room', async () => {
  const { device, line, scheduler, server } = createHarness({ online: false })
  const doubtful = await add(await device.open(), 'back')
  device.ruin()
  let tab = await device.open()
  const other = await add(tab, 'queued since')
  scheduler.skipMonth()
  // A refusal takes room, and here its half gives none back.
  await device.tamper((tx) => tx.rows('items').clear())
  device.fill(100)
  line.up = true
  tab.client.wake('online')
  await scheduler.advance(5_000)
  expect([...server.applied.keys()]).toEqual([other.id])
  device.fill(null)
  tab.client.wake('manual')
  await scheduler.advance(5_000)
  expect(await device.outbox()).toMatchObject([{ id: doubtful.id, state: 'rejected' }])
  tab.kill()
  tab = await device.open()
  await scheduler.advance(5_000)
  expect([...server.applied.keys()]).toEqual([other.id])
})

test('[TIME-2] a clock that was set back makes nothing sure', async () => {
  const { device, line, scheduler, server } = createHarness({ online: false })
  const { id } = await add(await device.open(), 'back')
  device.ruin()
  const tab = await device.open()
  await device.tamper(async (tx) => {
    const [record] = await tx.outbox.all()
    if (record) await tx.outbox.put([{ ...record, queuedAt: '2026-03-01T00:00:00.000Z' }])
  })
  line.up = true
  tab.client.wake('online')
  await scheduler.advance(5_000)
  expect(server.applied.has(id)).toBe(false)
  expect(await device.outbox()).toMatchObject([{ id, state: 'rejected' }])
})

test('[TIME-2] a mutation that its author retries is certain again, and stays so when it is restored once more', async () => {
  const { device, line, scheduler, server } = createHarness({ online: false })
  const { id } = await add(await device.open(), 'back')
  scheduler.skipMonth()
  device.ruin()
  let tab = await device.open()
  await scheduler.advance(1_000)
  expect(await device.outbox()).toMatchObject([{ id, state: 'rejected' }])
  await tab.client.retry(id)
  await scheduler.advance(1_000)
  device.ruin()
  tab = await device.open()
  line.up = true
  tab.client.wake('online')
  await scheduler.advance(5_000)
  expect([await device.outbox(), ...server.applied.values()]).toEqual([[], 1])
  expect(server.applied.has(id)).toBe(false)
})

test('[OUTBOX-9] a mutation that a crash left without a copy gets one at the next start', async () => {
  const { device, scheduler } = createHarness({ online: false })
  const put = vi.spyOn(device.place, 'put').mockRejectedValue(new Error('crashed'))
  const tab = await device.open()
  const { id } = await add(tab, 'queued')
  tab.kill()
  put.mockRestore()
  await device.open()
  await scheduler.advance(500)
  expect(await device.place.ids()).toEqual([id])
})

test('[OUTBOX-9] mutations that a full disk kept from being restored come before those queued next', async () => {
  const { device } = createHarness({ online: false })
  const tab = await device.open()
  const first = await add(tab, 'first')
  device.ruin()
  device.fill(0)
  const again = await device.open()
  device.fill(null)
  const second = await add(again, 'second')
  expect((await device.outbox()).map(({ id }) => id)).toEqual([first.id, second.id])
})

test('[OUTBOX-9] nothing joins the copies of a lost database before these are back: places in it count for them alone', async () => {
  const { device, scheduler } = createHarness({ online: false })
  const first = await add(await device.open(), 'first')
  device.ruin()
  const all = vi.spyOn(device.place, 'all').mockRejectedValue(new Error('not now'))
  const second = await add(device.openIdle(), 'second')
  expect(await device.place.ids()).toEqual([first.id])
  all.mockRestore()
  await device.open()
  await scheduler.advance(500)
  expect(new Set(await device.place.ids())).toEqual(new Set([first.id, second.id]))
})

test('[OUTBOX-9] a mutation folded into an earlier one is restored with it', async () => {
  const { device } = createHarness({ online: false })
  const tab = await device.open()
  await settle()
  for (const title of ['one', 'two']) await tab.client.mutate('list.title', { listId: 'a', title })
  const queued = await device.outbox()
  device.ruin()
  await device.open()
  expect(queued).toMatchObject([{ folded: true }])
  expect(await device.outbox()).toMatchObject([{ id: queued[0]?.id, args: { title: 'two' } }])
})

/** As a service worker does that is woken with no tab open. */
async function drainInWorker(device: Device, scheduler: Scheduler): Promise<void> {
  const worker = device.openIdle()
  const drained = worker.client.drainOnce()
  await scheduler.advance(2_000)
  await drained
  worker.kill()
}
