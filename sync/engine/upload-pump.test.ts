import { describe, expect, test } from 'vitest'
import { add, newId, createHarness } from '../testing/harness.ts'
import { refusalAnswer } from '../testing/refusal-answer.ts'
import { settle } from '../testing/scheduler.ts'
import type { TransportAnswer } from './ports.ts'

describe('[UPLOAD-1] files', () => {
  test('a file goes up before the mutation that names it, one at a time, and its lane waits', async () => {
    const log: string[] = []
    const { device, scheduler } = createHarness({
      uploader: async ({ upload }, { onProgress }) => {
        log.push(`up ${upload.fileId}`)
        onProgress(upload.size)
        await new Promise<void>((done) => scheduler.after(500, done))
        log.push(`done ${upload.fileId}`)
        return { status: 200, body: null }
      },
      onServe: (request) => log.push(...request.mutations.map(({ args }) => `sent ${(args as { text: string }).text}`)),
    })
    const tab = await device.open()
    await scheduler.advance(100)
    for (const fileId of ['f1', 'f2']) {
      await tab.client.attach({ fileId, name: 'p.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(10) })
    }
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'photos', files: ['f1', 'f2'] })
    await add(tab, 'after', 'a')
    await add(tab, 'other lane', 'b')
    await scheduler.advance(5_000)
    expect(log.filter((line) => line !== 'sent other lane')).toEqual([
      'up f1',
      'done f1',
      'up f2',
      'done f2',
      'sent photos',
      'sent after',
    ])
    expect(log.indexOf('sent other lane')).toBeLessThan(log.indexOf('done f1'))
    expect(await device.outbox()).toEqual([])
  })

  test('[UPLOAD-2] a file that the server refuses makes its mutation rejected, with the reason, and the lane goes on', async () => {
    let answer: TransportAnswer = refusalAnswer(415, 'Only photos and videos.')
    const { device, scheduler } = createHarness({ uploader: async () => answer })
    const tab = await device.open()
    await tab.client.attach({ fileId: 'f1', name: 'a.exe', mimeType: 'x/y', bytes: new ArrayBuffer(10) })
    const { id } = await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'bad file', files: ['f1'] })
    await add(tab, 'after')
    await scheduler.advance(1_000)
    expect(await device.outbox()).toMatchObject([
      { id, state: 'rejected', attempts: 0, rejection: { kind: 'unsupported', message: 'Only photos and videos.' } },
    ])
    expect((await device.rows('items')).map(({ text }) => text)).toEqual(['after'])
    answer = { status: 201, body: null }
    await tab.client.retry(id)
    await scheduler.advance(1_000)
    expect(await device.outbox()).toEqual([])
  })

  test('[STATUS-1] a mutation that goes with its refused file counts as rejected at once', async () => {
    const { device, scheduler } = createHarness({ uploader: async () => refusalAnswer(415) })
    const tab = await device.open()
    await scheduler.advance(100)
    await tab.client.attach({ fileId: 'f1', name: 'a.exe', mimeType: 'x/y', bytes: new ArrayBuffer(10) })
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'bad file', files: ['f1'] })
    await scheduler.advance(100)
    expect(tab.client.status()).toMatchObject({ state: 'idle', pending: 0, rejected: 1 })
  })

  test('[UPLOAD-3] a poke shows that the line works: what has failed goes up now', async () => {
    const answers: TransportAnswer[] = [{ status: 503, body: null }]
    let tried = 0
    const { device, scheduler } = createHarness({
      uploader: async () => {
        tried += 1
        return answers.shift() ?? { status: 201, body: null }
      },
    })
    const tab = await device.open()
    await scheduler.advance(100)
    await tab.client.attach({ fileId: 'f1', name: 'p.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(10) })
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'photo', files: ['f1'] })
    await settle()
    expect(tried).toBe(1)
    tab.client.wake('poke', { spaces: {} })
    await settle()
    expect(tried).toBe(2)
  })

  test('[UPLOAD-3] a server that has named a time gets no file before it, and gets it then', async () => {
    const answers: TransportAnswer[] = [{ ...refusalAnswer(429), retryAfterMs: 60_000 }]
    const triedAt: number[] = []
    const { device, scheduler } = createHarness({
      uploader: async () => {
        triedAt.push(scheduler.now)
        return answers.shift() ?? { status: 201, body: null }
      },
    })
    const tab = await device.open()
    await scheduler.advance(100)
    await tab.client.attach({ fileId: 'f1', name: 'p.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(10) })
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'photo', files: ['f1'] })
    await scheduler.advance(30_000)
    await add(tab, 'meanwhile', 'b')
    await scheduler.advance(60_000)
    expect(triedAt).toEqual([100, 60_100])
    expect(await device.outbox()).toEqual([])
  })

  test('[UPLOAD-2] a page of the network in place of the answer refuses no file, and ends no session', async () => {
    let answer: TransportAnswer = { status: 413, body: undefined }
    const { device, scheduler } = createHarness({ uploader: async () => answer })
    const tab = await device.open()
    await tab.client.attach({ fileId: 'f1', name: 'p.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(10) })
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'photo', files: ['f1'] })
    await scheduler.advance(20_000)
    answer = { status: 403, body: undefined }
    await scheduler.advance(20_000)
    expect(await device.outbox()).toMatchObject([{ state: 'waiting' }])
    expect(tab.client.status().state).not.toBe('needs-auth')
    answer = { status: 201, body: null }
    await scheduler.advance(20_000)
    expect(await device.outbox()).toEqual([])
  })

  test('[UPLOAD-4] a refused file is tried again under a new mutation that names it', async () => {
    let answer: TransportAnswer = refusalAnswer(415)
    const { device, scheduler } = createHarness({ uploader: async () => answer })
    const tab = await device.open()
    await tab.client.attach({ fileId: 'f1', name: 'p.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(10) })
    const { id } = await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'first', files: ['f1'] })
    await scheduler.advance(1_000)
    answer = { status: 201, body: null }
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'second', files: ['f1'] })
    await scheduler.advance(1_000)
    expect(await device.outbox()).toMatchObject([{ id, state: 'rejected' }])
    await tab.client.discard(id)
    await scheduler.advance(100)
    expect(await device.outbox()).toEqual([])
  })

  test('[UPLOAD-3] a line that breaks in the middle of a file sends it again', async () => {
    let attempts = 0
    const { device, scheduler } = createHarness({
      uploader: async () => {
        attempts += 1
        if (attempts < 3) throw new TypeError('cut')
        return { status: 200, body: null }
      },
    })
    const tab = await device.open()
    await tab.client.attach({ fileId: 'f1', name: 'p.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(10) })
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'photo', files: ['f1'] })
    await scheduler.advance(20_000)
    expect(attempts).toBe(3)
    expect(await device.outbox()).toEqual([])
  })

  test('[UPLOAD-5] an uploader that sends a file after a break learns how much of it arrived', async () => {
    const seen: number[] = []
    const { device, scheduler } = createHarness({
      uploader: async ({ upload }, { onProgress }) => {
        seen.push(upload.sent)
        await new Promise<void>((done) => scheduler.after(500, done))
        onProgress(6)
        await new Promise<void>((done) => scheduler.after(500, done))
        if (seen.length === 1) throw new TypeError('cut')
        return { status: 200, body: null }
      },
    })
    const tab = await device.open()
    await tab.client.attach({ fileId: 'f1', name: 'p.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(10) })
    await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'photo', files: ['f1'] })
    await scheduler.advance(20_000)
    expect(seen).toEqual([0, 6])
    expect(await device.outbox()).toEqual([])
  })
})
