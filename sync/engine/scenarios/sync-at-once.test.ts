import { describe, expect, test } from 'vitest'
import { add, ME, createHarness } from '../../testing/harness.ts'
import { listModel } from '../../testing/list-model.ts'
import { MemoryDatabase } from '../../testing/memory-store.ts'
import { countedIds } from '../../testing/random.ts'
import { refusalAnswer } from '../../testing/refusal-answer.ts'
import { Gate, Scheduler, settle } from '../../testing/scheduler.ts'
import type { BatchLimits } from '../local/batch.ts'
import { enqueue, recordOf } from '../local/enqueue.ts'
import type { TransportAnswer } from '../ports.ts'
import type { SyncRequest } from '../protocol/sync-request.ts'
import type { ClientStore } from '../store.ts'
import { SyncLoop } from '../sync-loop.ts'

const ITEM = '00000000-0000-7000-8000-00000000000a'

/** A loop without a tab around it, over a store whose writes take `slow.ms`; no mutation of its gets an outcome. */
function bareLoop() {
  const scheduler = new Scheduler()
  const clock = scheduler.clock(new Gate())
  const slow = { ms: 0 }
  const { store: inner } = new MemoryDatabase(Object.keys(listModel.collections)).connect()
  const store: ClientStore = {
    ...inner,
    async write(...args) {
      const result = await inner.write(...args)
      if (slow.ms > 0) await new Promise<void>((done) => clock.setTimeout(done, slow.ms))
      return result
    },
  }
  const replica = { account: ME, model: listModel, store, newId: countedIds(0xddd), now: () => clock.date(), log() {} }
  const requests: SyncRequest[] = []
  const loop = new SyncLoop({
    replica,
    clock,
    random: () => 0,
    onChange() {},
    onNeedsAuth() {},
    onTaken() {},
    async transport(request) {
      requests.push(request)
      return { status: 200, body: { epoch: ITEM, outcomes: [], spaces: [], gone: [], more: false } }
    },
  })
  return {
    scheduler,
    slow,
    requests,
    loop,
    add: (limits: BatchLimits | null = null) =>
      enqueue(replica, recordOf(replica, 'item.add', { _id: ITEM, listId: 'a', text: 'x' }), { limits }),
    outbox: () => store.read('outbox', (tx) => tx.outbox.all()),
  }
}

const nothing = (_answer: TransportAnswer) => {}

/** A tab at rest, whose next requests are answered by `give` alone. */
async function held(options: Parameters<typeof createHarness>[0] = {}) {
  const all = createHarness(options)
  const tab = await all.device.open()
  await all.scheduler.advance(100)
  const before = all.requests.length
  let give = nothing
  all.line.answer = () => new Promise((resolve) => (give = resolve))
  return {
    ...all,
    tab,
    give: (answer: TransportAnswer) => give(answer),
    /** How many mutations each request since then has carried. */
    sizes: () => all.requests.slice(before).map(({ mutations }) => mutations.length),
    outbox: async () => (await all.device.outbox()).map(({ state, attempts }) => [state, attempts]),
  }
}

describe('[OUTBOX-7] one transaction', () => {
  test('a mutation that can be sent at once enters its request as it is stored', async () => {
    const { tab, outbox, sizes } = await held()
    await add(tab, 'x')
    expect(sizes()).toEqual([1])
    expect(await outbox()).toEqual([['sending', 1]])
  })

  test('mutations written at the same time are each sent once, and nothing else is', async () => {
    const { device, tab, scheduler, server, line, sizes } = await held()
    line.answer = null
    const added = await Promise.all(['x', 'y', 'z'].map((text) => add(tab, text)))
    await scheduler.advance(1_000)
    expect(added.map(({ id }) => server.applied.get(id))).toEqual([1, 1, 1])
    expect(sizes()).toEqual([1, 2])
    expect(await device.outbox()).toEqual([])
  })

  test.each([refusalAnswer(401), { ...refusalAnswer(429), retryAfterMs: 30_000 }])(
    'a mutation that is in no request waits, and leaves at once when it is discarded: $status',
    async (answer) => {
      const { tab, device, scheduler, give, outbox } = await held()
      const [, second] = await Promise.all([add(tab, 'x', 'a'), add(tab, 'y', 'b')])
      await scheduler.advance(50)
      give(answer)
      await scheduler.advance(20_000)
      expect(await outbox()).toEqual([
        ['waiting', 1],
        ['waiting', 0],
      ])
      await tab.client.discard(second.id)
      expect(await device.outbox()).toHaveLength(1)
    },
  )

  test('a reason to ask that comes while it is taken is met by its request', async () => {
    const { tab, scheduler, line, sizes } = await held()
    line.answer = null
    const adding = add(tab, 'x')
    tab.client.wake('manual')
    await adding
    await scheduler.advance(100)
    expect(sizes()).toEqual([1])
  })

  test('a mutation taken while the account was signed out enters no request, and is unchanged', async () => {
    const { loop, requests, add: keep, outbox } = bareLoop()
    const limits = loop.reserve()
    const { batch } = await keep(limits)
    loop.park()
    loop.release(batch)
    await settle()
    expect(requests).toEqual([])
    expect((await outbox()).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 0]])
  })
})

describe('[FAULT-2] reasons to ask', () => {
  test('a mutation written while an empty attempt is under way is sent with the answer', async () => {
    const { scheduler, server, device, line } = createHarness()
    const tab = await device.open()
    await scheduler.advance(100)
    line.up = false
    tab.client.wake('manual')
    await scheduler.advance(100)
    line.up = true
    let give = () => {}
    line.answer = (request, serve) => new Promise((resolve) => (give = () => resolve(serve(request))))
    await scheduler.advance(1_200)
    const { id } = await add(tab, 'x')
    line.answer = null
    give()
    await scheduler.advance(5_000)
    expect(server.applied.get(id)).toBe(1)
  })

  test.each(['background-sync', 'visible'] as const)(
    '%s during a request does not end what the server says then',
    async (reason) => {
      const { tab, scheduler, give, sizes } = await held()
      await add(tab, 'x')
      await scheduler.advance(50)
      tab.client.wake(reason)
      give({ status: 429, body: null, retryAfterMs: 30_000 })
      await scheduler.advance(20_000)
      expect(sizes()).toEqual([1])
    },
  )

  test('a connection that the browser reports ends no wait that the server has named', async () => {
    const { tab, scheduler, give, sizes } = await held()
    await add(tab, 'x')
    await scheduler.advance(50)
    give({ status: 429, body: null, retryAfterMs: 30_000 })
    await scheduler.advance(50)
    tab.client.wake('background-sync')
    await scheduler.advance(10_000)
    expect(sizes()).toEqual([1])
    tab.client.wake('visible')
    await scheduler.advance(10)
    expect(sizes()).toHaveLength(2)
  })

  test('nor does it cost a slow request another', async () => {
    const { tab, scheduler, line, sizes } = await held()
    line.answer = async (request, serve) => {
      await new Promise<void>((done) => scheduler.after(1_500, done))
      return serve(request)
    }
    await add(tab, 'x')
    await scheduler.advance(1_100)
    tab.client.wake('background-sync')
    await scheduler.advance(10_000)
    expect(sizes()).toEqual([1])
  })
})

test('[LANE-2] a lane that falls due while the device is slow to read its outbox is not forgotten', async () => {
  const { scheduler, slow, requests, loop, add: keep } = bareLoop()
  await keep()
  loop.pull()
  await scheduler.advance(970)
  slow.ms = 50
  loop.push()
  await scheduler.advance(20_000)
  expect(requests.length).toBeGreaterThan(3)
})
