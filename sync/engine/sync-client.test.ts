import { describe, expect, test } from 'vitest'
import { CHUNK_BYTES } from '../testing/device.ts'
import { add, ME, newId, createHarness } from '../testing/harness.ts'
import { settle } from '../testing/scheduler.ts'

describe('[OUTBOX-1] durable before acknowledged', () => {
  test('an acknowledged mutation survives the tab, with its optimistic row, and the next tab sends it', async () => {
    const { device, server, scheduler, line } = createHarness({ online: false })
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
    const { device } = createHarness()
    const tab = await device.open()
    const refused = tab.client.mutate('list.title', { listId: 'a', title: '' })
    await expect(refused).rejects.toMatchObject({ kind: 'invalid', message: 'A list has a name.' })
    expect(await device.outbox()).toEqual([])
  })

  test.each([
    ['goes with the mutation that it was', { text: ' half ', fileIds: ['f2', 'f1'] }, []],
    ['stays where other words are in it by then', { text: 'half, and more', fileIds: ['f1', 'f2'] }, ['d']],
    ['stays where another file is in it by then', { text: 'half', fileIds: ['f1', 'f3'] }, ['d']],
  ])('a draft %s', async (_what, words, left) => {
    const { device } = createHarness({ online: false })
    const tab = await device.open()
    await tab.client.putDraft({ key: 'd', ...words, updatedAt: '' })
    const draft = { key: 'd', text: 'half', fileIds: ['f1', 'f2'] }
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'half' }, draft)
    expect(await device.drafts()).toEqual(left)
  })

  test('a draft stays where there is no room for what it was to become', async () => {
    const { device } = createHarness({ online: false })
    const tab = await device.open()
    const draft = { key: 'd', text: 'half', fileIds: [] }
    await tab.client.putDraft({ ...draft, updatedAt: '' })
    device.fill(0)
    await expect(tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'half' }, draft)).rejects.toThrow()
    expect(await device.drafts()).toEqual(['d'])
  })
})

describe('[OUTBOX-2] exactly once', () => {
  test('a mutation whose answer was lost goes again under its id and is applied once', async () => {
    const { device, server, scheduler, requests, line } = createHarness()
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
    const { device, server, scheduler, line } = createHarness()
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
    const { device, scheduler } = createHarness()
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
    const { device, server, scheduler } = createHarness()
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
  test('a mutation that was never in a request leaves at once, and the server hears nothing of it', async () => {
    const { device, server, scheduler, line } = createHarness({ online: false })
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

  test('its files leave with it, but for one that another mutation names', async () => {
    const { device } = createHarness({ online: false, uploader: () => Promise.reject(new TypeError('no line')) })
    const tab = await device.open()
    const bytes = new ArrayBuffer(3 * CHUNK_BYTES)
    for (const fileId of ['own', 'shared'])
      await tab.client.attach({ fileId, name: 'p.jpg', mimeType: 'image/jpeg', bytes })
    const mutate = (files: string[]) => tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'x', files })
    const both = await mutate(['own', 'shared'])
    const other = await mutate(['shared'])
    await settle()
    const kept = () =>
      tab.client.inside.replica.store.read('files', async (tx) => [
        ...(await tx.uploads.all()).map(({ fileId }) => fileId),
        ...(await tx.blobs.keys()),
      ])
    await tab.client.discard(both.id)
    expect(await kept()).toEqual(['shared', 'shared/0', 'shared/1', 'shared/2'])
    await tab.client.discard(other.id)
    expect(await kept()).toEqual([])
  })

  test('the server decides on a mutation that was in a request: one not seen is cancelled for good', async () => {
    const { device, server, scheduler, line } = createHarness()
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

  test('the server decides on a mutation that was in a request: one applied already stays', async () => {
    const { device, server, scheduler, line } = createHarness()
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
