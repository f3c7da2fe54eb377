import { describe, expect, test } from 'vitest'
import { add, ME, newId, createHarness } from '../../testing/harness.ts'
import { settle } from '../../testing/scheduler.ts'
import { readHealth } from '../health.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'
import { verify } from './verify.ts'

const MINUTE_MS = 60_000

type World = Awaited<ReturnType<typeof started>>

/** A device that holds three lists, one of them with items. */
async function started() {
  const told: string[] = []
  const all = createHarness({
    log: ({ level, message }) => void (level !== 'info' && told.push(`${level}: ${message}`)),
  })
  const tab = await all.device.open()
  await all.scheduler.advance(1_000)
  for (const text of ['one', 'two', 'three']) await add(tab, text)
  await all.scheduler.advance(1_000)
  return { ...all, tab, told }
}

async function spoilText(one: World): Promise<void> {
  const [item] = await one.device.rows('items')
  if (item) await one.device.tamper((tx) => tx.rows('items').put([{ ...item, text: 'spoilt' }]))
}

async function verifyAll({ tab, scheduler }: World) {
  const verified = verify(tab.client)
  await scheduler.advance(5_000)
  return verified
}

describe('[VERIFY-3] comparing by hand', () => {
  test('a device that is as the server has it is the same in every space, in one request', async () => {
    const one = await started()
    const before = one.requests.length
    const progress: unknown[] = []
    const verified = verify(one.tab.client, (step) => void progress.push(step))
    await one.scheduler.advance(1_000)
    expect(await verified).toEqual({ 'l:a': 'same', 'l:b': 'same', 'l:c': 'same' })
    expect(progress.at(-1)).toEqual({ done: 3, of: 3 })
    expect(one.requests.length - before).toBe(1)
  })

  test.each<[string, (one: World) => Promise<void>]>([
    ['changed', spoilText],
    [
      'lost',
      async (one) => {
        const [item] = await one.device.rows('items')
        await one.device.tamper((tx) => tx.rows('items').delete([item?._id ?? '']))
      },
    ],
    [
      'one too many',
      (one) =>
        one.device.tamper((tx) => tx.rows('items').put([{ _id: 'ghost', $space: 'l:a', listId: 'a', text: 'boo' }])),
    ],
  ])('a row that is %s is repaired by one answer; the others are the same', async (_what, spoil) => {
    const one = await started()
    await spoil(one)
    expect(await verifyAll(one)).toEqual({ 'l:a': 'repaired', 'l:b': 'same', 'l:c': 'same' })
    expect(await one.device.view()).toEqual(one.server.viewOf(ME))
    expect(one.told).toEqual(['warn: a space had drifted from the server and began anew'])
    const { spaces } = await readHealth(one.tab.client)
    expect(spaces).toMatchObject([
      { space: 'l:a', version: 4, check: { version: 4, verdict: 'same', repairs: 1 } },
      { space: 'l:b', check: { verdict: 'same', repairs: 0 } },
      { space: 'l:c', check: { verdict: 'same', repairs: 0 } },
    ])
  })

  test('pending mutations stay, are shown over the repaired rows, and are no drift themselves', async () => {
    const one = await started()
    one.line.answer = (request, serve) => (request.mutations.length > 0 ? { status: 503, body: null } : serve(request))
    const { id } = await add(one.tab, 'pending')
    await one.tab.client.mutate('list.title', { listId: 'a', title: 'titled offline' })
    expect(await verifyAll(one)).toMatchObject({ 'l:a': 'same' })
    await spoilText(one)
    expect(await verifyAll(one)).toMatchObject({ 'l:a': 'repaired' })
    expect((await one.device.outbox()).map((record) => record.id)).toContain(id)
    expect(new Set((await one.device.rows('items')).map(({ text }) => text))).toEqual(
      new Set(['one', 'two', 'three', 'pending']),
    )
    expect((await one.device.rows('lists'))[0]).toMatchObject({ title: 'titled offline', count: 4 })
  })

  test('a row that is kept aside is compared, too', async () => {
    const one = await started()
    one.line.answer = (request, serve) => (request.mutations.length > 0 ? { status: 503, body: null } : serve(request))
    await one.tab.client.mutate('list.title', { listId: 'a', title: 'pending' })
    await one.device.tamper(async (tx) => {
      const [record] = await tx.base.all()
      if (record?.row) await tx.base.put([{ ...record, row: { ...record.row, count: 77 } }])
    })
    expect(await verifyAll(one)).toMatchObject({ 'l:a': 'repaired' })
    expect((await one.device.rows('lists'))[0]).toMatchObject({ title: 'pending', count: 3 })
  })

  test('without a line nothing is reached, and nothing changes', async () => {
    const one = await started()
    one.line.up = false
    await spoilText(one)
    const before = await one.device.view()
    expect(await verifyAll(one)).toEqual({ 'l:a': 'not-reached', 'l:b': 'not-reached', 'l:c': 'not-reached' })
    expect(await one.device.view()).toEqual(before)
  })

  test('a server that does not compare has not reached anything', async () => {
    const one = await started()
    one.line.answer = ({ sums: _sums, ...request }, serve) => {
      const { status, body } = serve(request)
      return { status, body: { ...(body as SyncResponse), verified: undefined } }
    }
    expect(Object.values(await verifyAll(one))).toEqual(['not-reached', 'not-reached', 'not-reached'])
  })

  test('a space that moves on meanwhile is looked at once more', async () => {
    const one = await started()
    one.line.answer = (request, serve) => {
      one.line.answer = null
      const [template] = one.requests
      if (template) {
        const args = { _id: newId(), listId: 'b', text: 'by another' }
        one.server.handle(ME, {
          ...template,
          device: newId(),
          mutations: [{ id: newId(), lane: 'l:b', name: 'item.add', args }],
        })
      }
      return serve(request)
    }
    expect(await verifyAll(one)).toEqual({ 'l:a': 'same', 'l:b': 'same', 'l:c': 'same' })
    expect(await one.device.view()).toEqual(one.server.viewOf(ME))
  })

  test('from a tab that does not lead it is the same', async () => {
    const one = await started()
    const second = await one.device.open()
    await spoilText(one)
    expect(await verifyAll({ ...one, tab: second })).toMatchObject({ 'l:a': 'repaired' })
  })

  test('a space of many rows is compared in parts', async () => {
    const one = await started()
    const [template] = one.requests
    if (!template) throw new Error('nothing was asked')
    const mutations = Array.from({ length: 2_500 }, (_, n) => {
      const args = { _id: newId(), listId: 'b', text: `${n}` }
      return { id: newId(), lane: 'l:b', name: 'item.add', args }
    })
    one.server.handle(ME, { ...template, device: newId(), mutations })
    one.tab.client.wake('manual')
    await one.scheduler.advance(1_000)
    const before = one.requests.length
    expect(await verifyAll(one)).toMatchObject({ 'l:b': 'same' })
    const sums = one.requests.slice(before).map((request) => request.sums ?? [])
    expect(sums.map((of) => of.map(({ space, ids }) => [space, ids['items']?.length]))).toEqual([
      [['l:a', 3]],
      [['l:b', 1_000]],
      [['l:b', 1_000]],
      [
        ['l:b', 500],
        ['l:c', 0],
      ],
    ])
    const item = (await one.device.rows('items')).findLast(({ listId }) => listId === 'b')
    await one.device.tamper((tx) => tx.rows('items').delete([item?._id ?? '']))
    expect(await verifyAll(one)).toMatchObject({ 'l:b': 'repaired' })
    expect(await one.device.view()).toEqual(one.server.viewOf(ME))
  })
})

describe('[VERIFY-4] comparing by itself', () => {
  test('an idle device compares one space in half an hour, the one that has waited longest', async () => {
    const one = await started()
    const before = one.requests.length
    await one.scheduler.advance(95 * MINUTE_MS)
    const compared = one.requests.slice(before).flatMap(({ sums }) => (sums ? [sums.map(({ space }) => space)] : []))
    expect(compared).toEqual([['l:a'], ['l:b'], ['l:c'], ['l:a']])
    expect(one.requests.length - before).toBe(95)
  })

  test('drift is repaired without anybody asking', async () => {
    const one = await started()
    await spoilText(one)
    await one.scheduler.advance(2 * MINUTE_MS)
    expect(await one.device.view()).toEqual(one.server.viewOf(ME))
  })

  test('a request that sends something carries no checksum', async () => {
    const one = await started()
    const before = one.requests.length
    await one.scheduler.advance(MINUTE_MS - 500)
    await add(one.tab, 'now')
    await one.scheduler.advance(MINUTE_MS)
    const pushes = one.requests.slice(before).filter(({ mutations }) => mutations.length > 0)
    expect(pushes).toHaveLength(1)
    expect(pushes[0]?.sums).toBeUndefined()
  })

  test('no wrong clock makes it come every minute', async () => {
    const one = await started()
    await one.device.tamper((tx) =>
      tx.meta.put([{ key: 'checks', value: JSON.stringify({ at: '2100-01-01T00:00:00.000Z', turn: 5, spaces: {} }) }]),
    )
    const before = one.requests.length
    await one.scheduler.advance(20 * MINUTE_MS)
    expect(one.requests.slice(before).filter(({ sums }) => sums)).toHaveLength(1)
  })
})

test('[VERIFY-5] a space that differs again right after a repair is logged once as an error, and rests until it moves', async () => {
  const one = await started()
  one.line.answer = (request, serve) => serve({ ...request, ...(request.sums && { sums: request.sums.map(wrong) }) })
  expect(await verifyAll(one)).toMatchObject({ 'l:a': 'differing' })
  expect(await verifyAll(one)).toMatchObject({ 'l:a': 'differing' })
  const errors = one.told.filter((event) => event.startsWith('error'))
  expect(errors).toEqual(
    Array.from({ length: 3 }, () => 'error: a space differs from the server again right after it was repaired'),
  )
  const before = one.requests.length
  await one.scheduler.advance(65 * MINUTE_MS)
  expect(one.requests.slice(before).filter(({ sums }) => sums)).toEqual([])
  one.line.answer = null
  await add(one.tab, 'it moves')
  await settle()
  await one.scheduler.advance(65 * MINUTE_MS)
  expect((await readHealth(one.tab.client)).spaces[0]?.check?.verdict).toBe('same')
})

function wrong<Sum extends { sum: number }>(sum: Sum): Sum {
  return { ...sum, sum: sum.sum === 0 ? 1 : 0 }
}

test('[LOG-1] health tells of the latest events without a word of what people wrote, and warnings outlive the page', async () => {
  const one = await started()
  await spoilText(one)
  await verifyAll(one)
  one.tab.kill()
  const next = await one.device.open()
  one.line.answer = () => {
    throw new SyntaxError(`"a private word" is not valid JSON`)
  }
  next.client.wake('manual')
  await one.scheduler.advance(1_000)
  const { log } = await readHealth(next.client)
  expect(log.map(({ level, message, cause }) => [level, message, cause])).toEqual([
    ['warn', 'a space had drifted from the server and began anew', undefined],
    ['info', 'no answer from the server', 'SyntaxError'],
    ['info', 'sync failed: no answer', undefined],
  ])
  expect(JSON.stringify(log)).not.toContain('private')
})
