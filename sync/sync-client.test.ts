import { describe, expect, test } from 'vitest'
import { Refusal } from './protocol/refusal.ts'
import type { SyncRequest } from './protocol/sync-request.ts'
import type { Tab } from './testing/device.ts'
import { PRICE } from './testing/model-shop.ts'
import { add, ME, world } from './testing/world.ts'

describe('[OUTBOX-1] durable before acknowledged', () => {
  test('what is acknowledged outlives the tab, with its optimistic row, and is sent by the next one', async () => {
    const { device, server, scheduler, line } = world({ online: false })
    const tab = await device.open()
    const { id } = await add(tab, 'kept')
    tab.kill()
    expect((await device.outbox()).map((record) => record.id)).toEqual([id])
    expect(await device.rows('items')).toMatchObject([{ text: 'kept' }])
    line.up = true
    await device.open()
    await scheduler.advance(20_000)
    expect(server.applied.get(id)).toBe(1)
    expect(await device.outbox()).toEqual([])
  })

  test('arguments that the mutation does not take are refused and nothing is kept', async () => {
    const { device } = world()
    const tab = await device.open()
    const refused = tab.client.mutate('list.title', { listId: 'a', title: '' })
    await expect(refused).rejects.toMatchObject({ kind: 'invalid', message: 'A list has a name.' })
    expect(await device.outbox()).toEqual([])
  })
})

describe('[OUTBOX-2] exactly once', () => {
  test('a mutation whose answer was lost goes again under its id and is applied once', async () => {
    const { device, server, scheduler, requests, line } = world()
    const tab = await device.open()
    await scheduler.advance(100)
    line.answer = (request, serve) => {
      serve(request)
      line.answer = null
      throw new TypeError('cut')
    }
    const { id } = await add(tab, 'once')
    await scheduler.advance(20_000)
    expect(requests.filter(({ mutations }) => mutations[0]?.id === id)).toHaveLength(2)
    expect(server.applied.get(id)).toBe(1)
    expect(await device.outbox()).toEqual([])
  })

  test('a crash in the middle of sending leaves a record that is sent again', async () => {
    const { device, server, scheduler, line } = world()
    const tab = await device.open()
    await scheduler.advance(100)
    line.answer = (request, serve) => {
      serve(request)
      return new Promise(() => {})
    }
    const { id } = await add(tab, 'x')
    await scheduler.advance(100)
    expect((await device.outbox())[0]).toMatchObject({ state: 'sending', attempts: 1 })
    tab.kill()
    line.answer = null
    await device.open()
    await scheduler.advance(1_000)
    expect(server.applied.get(id)).toBe(1)
    expect(await device.outbox()).toEqual([])
  })
})

describe('[OUTBOX-3] no silent loss', () => {
  test('a refused mutation stays with its arguments and the reason, its row goes, and later ones of its lane go on', async () => {
    const { device, scheduler } = world()
    const tab = await device.open()
    await add(tab, 'bad')
    await add(tab, 'good')
    await scheduler.advance(1_000)
    expect(await device.outbox()).toMatchObject([
      { state: 'rejected', args: { text: 'bad' }, rejection: { kind: 'invalid', message: 'Not this.' } },
    ])
    expect((await device.rows('items')).map(({ text }) => text)).toEqual(['good'])
    expect(tab.client.status()).toMatchObject({ state: 'idle', pending: 0, rejected: 1 })
  })

  test('a retry is a new mutation at the end of the queue, because the old id keeps its answer', async () => {
    const { device, server, scheduler } = world()
    const tab = await device.open()
    server.setMember('a', ME, false)
    const { id } = await add(tab, 'again')
    await scheduler.advance(1_000)
    server.setMember('a', ME, true)
    await tab.client.retry(id)
    await scheduler.advance(1_000)
    expect(await device.outbox()).toEqual([])
    expect(server.applied.has(id)).toBe(false)
    expect((await device.rows('items')).map(({ text }) => text)).toEqual(['again'])
  })
})

describe('[OUTBOX-4] taking back', () => {
  test('what was never in a request goes at once, and the server hears nothing of it', async () => {
    const { device, server, scheduler, line } = world({ online: false })
    const tab = await device.open()
    await scheduler.advance(10)
    const { id } = await add(tab, 'no')
    const [record] = await device.outbox()
    expect(record?.attempts).toBe(0)
    await tab.client.discard(id)
    expect(await device.outbox()).toEqual([])
    expect(await device.rows('items')).toEqual([])
    line.up = true
    tab.client.wake('online')
    await scheduler.advance(2_000)
    expect(server.ledger.has(id)).toBe(false)
  })

  test('of what was in a request the server decides: not seen, it is cancelled for good', async () => {
    const { device, server, scheduler, line } = world()
    const tab = await device.open()
    await scheduler.advance(100)
    line.up = false
    const { id } = await add(tab, 'no')
    await scheduler.advance(100)
    await tab.client.discard(id)
    expect(await device.outbox()).toMatchObject([{ id, state: 'cancelling' }])
    expect(await device.rows('items')).toEqual([])
    line.up = true
    tab.client.wake('online')
    await scheduler.advance(2_000)
    expect(server.ledger.get(id)).toMatchObject({ status: 'rejected', kind: 'cancelled' })
    expect(await device.outbox()).toEqual([])
  })

  test('of what was in a request the server decides: applied already, it stays', async () => {
    const { device, server, scheduler, line } = world()
    const tab = await device.open()
    await scheduler.advance(100)
    line.answer = (request, serve) => {
      serve(request)
      throw new TypeError('cut')
    }
    const { id } = await add(tab, 'there')
    await scheduler.advance(100)
    line.answer = null
    await tab.client.discard(id)
    await scheduler.advance(20_000)
    expect(server.applied.get(id)).toBe(1)
    expect(await device.outbox()).toEqual([])
    expect((await device.rows('items')).map(({ text }) => text)).toEqual(['there'])
  })
})

describe('[OUTBOX-6] [MONEY-1] online mutations', () => {
  test('without a line one is refused at once and nothing is queued', async () => {
    const { device, scheduler } = world({ online: false })
    const tab = await device.open()
    await scheduler.advance(100)
    const refused = await tab.client
      .mutate('item.buy', { _id: 'x', listId: 'a', price: PRICE })
      .catch((cause: unknown) => cause)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ kind: 'unavailable' })
    expect(await device.outbox()).toEqual([])
  })

  test('with a line the promise tells what became of it', async () => {
    const { device, server, scheduler } = world()
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
    const { device, server, scheduler, line } = world()
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
    const { device, server, scheduler, line, requests } = world()
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
    const { device, server, scheduler, line } = world()
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
    const { device, server, scheduler, line } = world()
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

  test('[MONEY-3] what costs something else than was agreed is refused', async () => {
    const { device, server, scheduler } = world()
    const tab = await device.open()
    await scheduler.advance(100)
    server.shop.setPrice('x', PRICE + 1)
    const refused = buy(tab)
    await scheduler.advance(100)
    expect(await refused).toMatchObject({ kind: 'conflict' })
    expect(server.applied.size).toBe(0)
  })

  test('what the server has done is confirmed though the device has no room for its rows', async () => {
    const { device, server, scheduler, line } = world()
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
    const { device, scheduler, line } = world()
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

  test('[MONEY-2] what can be neither confirmed nor taken back is said to be so', async () => {
    const { device, scheduler, line } = world()
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
})

/** Buys an item: `bought`, or why not. */
function buy({ client }: Tab): Promise<unknown> {
  return client.mutate('item.buy', { _id: 'x', listId: 'a', price: PRICE }).then(
    () => 'bought',
    (cause: unknown) => cause,
  )
}
