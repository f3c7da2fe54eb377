import { expect, test } from 'vitest'
import type { Tab } from '../testing/device.ts'
import { ME, createHarness } from '../testing/harness.ts'
import { PRICE } from '../testing/model-shop.ts'
import { Refusal } from './protocol/refusal.ts'
import type { SyncRequest } from './protocol/sync-request.ts'

test('[OUTBOX-6] without a line one is refused at once and nothing is queued', async () => {
  const { device, scheduler } = createHarness({ online: false })
  const tab = await device.open()
  await scheduler.advance(100)
  const refused = await tab.client
    .mutate('item.buy', { _id: 'x', listId: 'a', price: PRICE })
    .catch((cause: unknown) => cause)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ kind: 'unavailable' })
  expect(await device.outbox()).toEqual([])
})

test('[OUTBOX-6] with a line the promise tells what became of it', async () => {
  const { device, server, scheduler } = createHarness()
  const tab = await device.open()
  await scheduler.advance(100)
  const bought = tab.client.mutate('item.buy', { _id: 'x', listId: 'a', price: PRICE })
  const refused = tab.client
    .mutate('item.buy', { _id: 'x', listId: 'zz', price: PRICE })
    .catch((cause: unknown) => cause)
  await scheduler.advance(100)
  expect(server.applied.get((await bought).id)).toBe(1)
  expect(await refused).toMatchObject({ kind: 'not-found' })
  expect(await device.outbox()).toEqual([])
})

test('[MONEY-2] one whose answer is lost is asked for again under its id, and happens once', async () => {
  const { device, server, scheduler, line } = createHarness()
  const tab = await device.open()
  await scheduler.advance(100)
  line.answer = (request, serve) => {
    serve(request)
    line.answer = null
    throw new TypeError('cut')
  }
  const bought = tab.client.mutate('item.buy', { _id: 'x', listId: 'a', price: PRICE })
  await scheduler.advance(1_000)
  expect(server.applied.get((await bought).id)).toBe(1)
  expect(await device.outbox()).toEqual([])
})

test('[MONEY-2] one that nobody confirms is withdrawn: what of it is still on its way does nothing', async () => {
  const { device, server, scheduler, line, requests } = createHarness()
  const tab = await device.open()
  await scheduler.advance(100)
  const before = requests.length
  line.up = false
  const lost = buy(tab)
  await scheduler.advance(1_000)
  expect(await lost).toMatchObject({ kind: 'unavailable' })
  expect(await device.outbox()).toMatchObject([{ name: 'item.buy', state: 'cancelling' }])
  line.up = true
  await scheduler.advance(60_000)
  expect(await device.outbox()).toEqual([])
  const late = requests.slice(before).find(({ mutations }) => mutations.some(({ name }) => name === 'item.buy'))
  server.handle(ME, structuredClone(late as SyncRequest))
  expect(server.applied.size).toBe(0)
})

test('[MONEY-2] an answer that stays out for longer than the mutation lasts is waited for no longer', async () => {
  const { device, server, scheduler, line } = createHarness()
  const tab = await device.open()
  await scheduler.advance(100)
  line.answer = () => new Promise<never>(() => {})
  const hanging = buy(tab)
  await scheduler.advance(19_000)
  line.answer = null
  await scheduler.advance(2_000)
  expect(await hanging).toMatchObject({ kind: 'unavailable' })
  await scheduler.advance(60_000)
  expect(await device.outbox()).toEqual([])
  expect(server.applied.size).toBe(0)
})

test('[MONEY-2] until it is known whether one happened no other goes out; what had happened stays', async () => {
  const { device, server, scheduler, line } = createHarness()
  const tab = await device.open()
  await scheduler.advance(100)
  line.answer = (request, serve) => {
    if (request.mutations.some(({ cancelled }) => !cancelled)) serve(request)
    throw new TypeError('cut')
  }
  const first = buy(tab)
  await scheduler.advance(1_000)
  expect(await first).toMatchObject({ kind: 'unavailable' })
  const second = buy(tab)
  await scheduler.advance(1_000)
  expect(await second).toMatchObject({ kind: 'conflict', message: expect.stringContaining('not settled') as string })
  line.answer = null
  await scheduler.advance(60_000)
  expect([...server.applied.values()]).toEqual([1])
  const third = buy(tab)
  await scheduler.advance(1_000)
  expect(await third).toBe('bought')
})

test('[MONEY-3] a price that differs from the agreed one is refused', async () => {
  const { device, server, scheduler } = createHarness()
  const tab = await device.open()
  await scheduler.advance(100)
  server.shop.setPrice('x', PRICE + 1)
  const refused = buy(tab)
  await scheduler.advance(100)
  expect(await refused).toMatchObject({ kind: 'conflict' })
  expect(server.applied.size).toBe(0)
})

test('[OUTBOX-6] an applied mutation is confirmed though the device has no room for its rows', async () => {
  const { device, server, scheduler, line } = createHarness()
  const tab = await device.open()
  await scheduler.advance(100)
  line.answer = (request, serve) => {
    device.fill(0)
    return serve(request)
  }
  const bought = buy(tab)
  await scheduler.advance(100)
  expect(await bought).toBe('bought')
  expect([...server.applied.values()]).toEqual([1])
})

test('[MONEY-2] storage that fails once something was sent does not say that nothing was', async () => {
  const { device, scheduler, line } = createHarness()
  const tab = await device.open()
  await scheduler.advance(100)
  const { store } = tab.client.inside.replica
  line.answer = (request, serve) => {
    serve(request)
    store.write = () => Promise.reject(new Error('The disk is gone'))
    throw new TypeError('cut')
  }
  const lost = buy(tab)
  await scheduler.advance(1_000)
  expect(await lost).toMatchObject({ message: expect.stringContaining('Look whether it happened') as string })
})

test('[MONEY-2] a mutation that can be neither confirmed nor withdrawn is reported so', async () => {
  const { device, scheduler, line } = createHarness()
  const tab = await device.open()
  await scheduler.advance(100)
  line.answer = () => {
    device.fill(0)
    throw new TypeError('cut')
  }
  const lost = buy(tab)
  await scheduler.advance(1_000)
  expect(await lost).toMatchObject({ message: expect.stringContaining('Look whether it happened') as string })
})

test('[OUTBOX-6] one whose code cannot be loaded is refused as without a line', async () => {
  const { device, server, scheduler } = createHarness({
    loadOnline: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  const tab = await device.open()
  await scheduler.advance(100)
  const refused = await buy(tab)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ kind: 'unavailable', message: 'This needs a connection.' })
  expect([server.applied.size, await device.outbox()]).toEqual([0, []])
})

/** Buys an item: `bought`, or why not. */
function buy({ client }: Tab): Promise<unknown> {
  return client.mutate('item.buy', { _id: 'x', listId: 'a', price: PRICE }).then(
    () => 'bought',
    (cause: unknown) => cause,
  )
}
