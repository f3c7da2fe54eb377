import { describe, expect, test } from 'vitest'
import { add, ME, createHarness } from '../testing/harness.ts'
import { readHealth } from './health.ts'

describe('[LANE-2] a poisoned lane', () => {
  test('one without an outcome holds up its own lane alone', async () => {
    const { device, scheduler } = createHarness()
    const tab = await device.open()
    await add(tab, 'poison', 'a')
    await add(tab, 'after', 'a')
    await add(tab, 'free', 'b')
    await scheduler.advance(500)
    expect((await device.outbox()).map(({ args }) => (args as { text: string }).text)).toEqual(['poison', 'after'])
  })

  test('one that makes the whole request fail is found, and the others go through without a wait', async () => {
    const { device, scheduler, line } = createHarness()
    const tab = await device.open()
    await scheduler.advance(100)
    line.up = false
    for (let count = 0; count < 10; count += 1) await add(tab, `b${count}`, 'b')
    await add(tab, 'crash', 'a')
    for (let count = 0; count < 10; count += 1) await add(tab, `c${count}`, 'c')
    line.up = true
    tab.client.wake('online')
    await scheduler.advance(900)
    expect((await device.outbox()).map(({ args }) => (args as { text: string }).text)).toEqual(['crash'])
  })
})

describe('[PACE-1] a slow line', () => {
  test.each([
    { bytesPerSecond: 2_000, texts: 15, length: 1_900, withinMs: 120_000 },
    { bytesPerSecond: 500, texts: 60, length: 70, withinMs: 150_000 },
  ])(
    '$texts texts of $length go through at $bytesPerSecond B/s',
    async ({ bytesPerSecond, texts, length, withinMs }) => {
      const { device, server, scheduler, line, requests } = createHarness()
      const tab = await device.open()
      await scheduler.advance(100)
      line.up = false
      for (let count = 0; count < texts; count += 1) await add(tab, `${count} `.padEnd(length, 'x'))
      Object.assign(line, { up: true, bytesPerSecond })
      tab.client.wake('online')
      const asked = requests.length
      for (let waited = 0; waited < withinMs; waited += 5_000) {
        await scheduler.advance(5_000)
        tab.client.wake('visible')
      }
      expect(await device.outbox()).toEqual([])
      expect(await device.view()).toEqual(server.viewOf(ME))
      expect(requests.length - asked).toBeLessThan(texts + 30)
    },
  )

  test('a fast one carries more with each answer', async () => {
    const { device, scheduler, line, requests } = createHarness()
    const tab = await device.open()
    await scheduler.advance(100)
    line.up = false
    for (let count = 0; count < 100; count += 1) await add(tab, `${count} `.padEnd(1_900, 'x'))
    line.up = true
    const asked = requests.length
    tab.client.wake('online')
    await scheduler.advance(1_000)
    expect(await device.outbox()).toEqual([])
    expect(requests.length - asked).toBeLessThanOrEqual(4)
  })
})

describe('[POKE-1] pulling', () => {
  test('an own mutation takes one request, and its poke takes none', async () => {
    const { device, scheduler, requests } = createHarness()
    const tab = await device.open()
    await scheduler.advance(100)
    const asked = requests.length
    await add(tab, 'one')
    await scheduler.advance(100)
    tab.client.wake('poke', { spaces: { 'l:a': 2 } })
    await scheduler.advance(100)
    expect(requests.length - asked).toBe(1)
    tab.client.wake('poke', { spaces: { 'l:a': 3 } })
    await scheduler.advance(100)
    expect(requests.length - asked).toBe(2)
  })

  test('[CURSOR-2] a lost space takes its rows with it', async () => {
    const { device, server, scheduler } = createHarness()
    const tab = await device.open()
    await scheduler.advance(100)
    expect(await device.rows('lists')).toHaveLength(3)
    server.setMember('b', ME, false)
    tab.client.wake('poke')
    await scheduler.advance(100)
    expect((await device.rows('lists')).map(({ _id }) => _id)).toEqual(['a', 'c'])
  })

  test('[EPOCH-1] another epoch rebuilds the cache and keeps the outbox', async () => {
    const { device, server, scheduler, line } = createHarness()
    const tab = await device.open()
    await add(tab, 'there')
    await scheduler.advance(100)
    line.up = false
    await add(tab, 'waiting')
    server.changeEpoch()
    line.up = true
    tab.client.wake('online')
    await scheduler.advance(1_000)
    expect((await device.rows('items')).map(({ text }) => text)).toEqual(['there', 'waiting'])
    expect(await device.view()).toEqual(server.viewOf(ME))
  })

  test('[STORE-2] reset cache touches neither outbox nor drafts nor files, and shows what is pending', async () => {
    const { device, scheduler, line } = createHarness()
    const tab = await device.open()
    await scheduler.advance(100)
    line.up = false
    await add(tab, 'waiting')
    await tab.client.putDraft({ key: 'd', text: 'half', fileIds: [], updatedAt: '' })
    const before = await device.outbox()
    await tab.client.resetCache()
    expect((await device.outbox()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect((await device.rows('items')).map(({ text }) => text)).toEqual(['waiting'])
    expect(await device.rows('lists')).toEqual([])
    expect((await readHealth(tab.client)).counts).toMatchObject({ rejected: 0 })
  })

  test('[STATUS-4] a device is whole after a first sync, not once its cache is emptied, and whole again with the next', async () => {
    const { device, scheduler, line } = createHarness()
    const tab = await device.open()
    expect(tab.client.status().whole).toBe(false)
    await scheduler.advance(1_000)
    expect(tab.client.status().whole).toBe(true)
    line.up = false
    await tab.client.resetCache()
    await scheduler.advance(1_000)
    expect(tab.client.status().whole).toBe(false)
    expect(tab.client.status().lastSyncAt).not.toBeNull()
    line.up = true
    await scheduler.advance(20_000)
    expect(tab.client.status().whole).toBe(true)
  })

  test('[STATUS-4] a device that turns out to be a copy is not whole until it has fetched all anew', async () => {
    const { device, scheduler, line } = createHarness()
    const tab = await device.open()
    await scheduler.advance(1_000)
    const seen: boolean[] = []
    line.answer = (request, serve) => {
      const { body, ...answer } = serve(request)
      seen.push(tab.client.status().whole)
      return seen.length > 1 ? { ...answer, body } : { ...answer, body: { ...(body as object), copied: 'recent' } }
    }
    tab.client.wake('manual')
    await scheduler.advance(1_000)
    expect(seen).toEqual([true, false])
    expect(tab.client.status().whole).toBe(true)
  })

  test('[STATUS-4] an answer that is not the last of its kind does not make a device whole', async () => {
    const { device, scheduler, line } = createHarness()
    const tab = await device.open()
    let left = 2
    const seen: boolean[] = []
    line.answer = (request, serve) => {
      seen.push(tab.client.status().whole)
      const { body, ...answer } = serve(request)
      return { ...answer, body: { ...(body as object), more: (left -= 1) > 0 } }
    }
    await scheduler.advance(1_000)
    expect(seen).toEqual([false, false])
    expect(tab.client.status().whole).toBe(true)
  })

  test('[PAGE-1] a page read over REST never goes over what is newer or optimistic', async () => {
    const { device, scheduler, line } = createHarness()
    const tab = await device.open()
    await add(tab, 'x')
    await scheduler.advance(100)
    const [{ _id } = { _id: '' }] = await device.rows('items')
    line.up = false
    await tab.client.mutate('item.done', { _id, listId: 'a' })
    const page = { _id, listId: 'a', text: 'x', seq: 1, done: false }
    await tab.client.storePage('items', [
      { ...page, updatedAt: '1960-01-01T00:00:00.000Z', text: 'stale' },
      { ...page, _id: 'old', updatedAt: '1970-01-01T00:00:00.000Z', text: 'old' },
      { ...page, _id: 'foreign', listId: 'zz', updatedAt: '1970-01-01T00:00:00.000Z' },
    ])
    const rows = (await device.rows('items')).map(({ text, done }) => [text, done])
    expect(rows).toEqual(
      expect.arrayContaining([
        ['x', true],
        ['old', false],
      ]),
    )
    expect(rows).toHaveLength(2)
  })

  test('[PAGE-1] a page that amends rows changes what is held then, and brings none of its own', async () => {
    const { device, scheduler } = createHarness()
    const tab = await device.open()
    await add(tab, 'x')
    await scheduler.advance(100)
    const [held = { _id: '' }] = await device.rows('items')
    const page = { listId: 'a', seq: 7, done: true, text: 'read before', updatedAt: String(held['updatedAt']) }
    const amend = (row: { seq: number }, before: { text: string }) => ({ ...before, seq: row.seq })
    await tab.client.storePage(
      'items',
      [
        { ...page, _id: held._id },
        { ...page, _id: 'unknown' },
      ],
      amend as never,
    )
    expect(await device.rows('items')).toMatchObject([{ _id: held._id, text: 'x', done: false, seq: 7 }])
    await tab.client.storePage('items', [{ ...page, _id: held._id }], () => null)
    expect(await device.rows('items')).toMatchObject([{ _id: held._id, text: 'x', seq: 7 }])
  })
})

describe('[STATUS-2] the watchdog', () => {
  test('pending for over 30 s on a working line turns to failing, and the loop begins anew by itself', async () => {
    const { device, scheduler, line } = createHarness()
    const tab = await device.open()
    await scheduler.advance(1_000)
    let hung = 0
    line.answer = () => {
      hung += 1
      return new Promise(() => {})
    }
    await add(tab, 'stuck')
    await scheduler.advance(29_000)
    expect([tab.client.status().state, hung]).toEqual(['syncing', 1])
    await scheduler.advance(8_000)
    expect([tab.client.status().state, hung]).toEqual(['failing', 2])
    line.answer = null
    await scheduler.advance(40_000)
    expect(await device.outbox()).toEqual([])
    expect(tab.client.status().state).toBe('idle')
  })

  test('answers that say nothing of it are no movement, however many come in', async () => {
    const { device, scheduler, line, requests } = createHarness()
    const tab = await device.open()
    await scheduler.advance(1_000)
    line.answer = (request, serve) => serve({ ...request, mutations: [] })
    await add(tab, 'undecided')
    for (let seconds = 0; seconds < 40; seconds += 1) {
      tab.client.wake('manual')
      await scheduler.advance(1_000)
    }
    expect(requests.length).toBeGreaterThan(20)
    expect(tab.client.status().state).toBe('failing')
  })

  test('an answer that comes in slowly is waited for, however long what was queued meanwhile has to wait', async () => {
    const { device, scheduler, line, requests } = createHarness()
    const tab = await device.open()
    await scheduler.advance(1_000)
    line.answer = (request, serve, onPart) => {
      for (let part = 1; part <= 9; part += 1) scheduler.after(part * 10_000, onPart)
      return new Promise((resolve) => scheduler.after(90_000, () => resolve(serve(request))))
    }
    tab.client.wake('manual')
    await scheduler.advance(1_000)
    const asked = requests.length
    await add(tab, 'waits')
    for (let seconds = 0; seconds < 85; seconds += 5) {
      await scheduler.advance(5_000)
      expect(tab.client.status().state).toBe('syncing')
    }
    expect(requests).toHaveLength(asked)
    line.answer = null
    await scheduler.advance(10_000)
    expect([await device.outbox(), requests.length]).toEqual([[], asked + 1])
  })
})
