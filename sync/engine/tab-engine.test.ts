import { describe, expect, test, vi } from 'vitest'
import { add, newId, createHarness } from '../testing/harness.ts'
import { refusalAnswer } from '../testing/refusal-answer.ts'
import type { Uploader } from './ports.ts'

describe('[TAB-1] tabs', () => {
  test('one tab talks to the server, and every tab writes', async () => {
    const { device, scheduler, requests } = createHarness()
    const first = await device.open()
    const second = await device.open()
    await scheduler.advance(2_000)
    const asked = requests.length
    await add(second, 'from the second')
    await scheduler.advance(500)
    expect(requests.length - asked).toBe(1)
    expect(await device.outbox()).toEqual([])
    expect([first.client.status().leader, second.client.status().leader]).toEqual([true, false])
    expect(second.client.status()).toMatchObject({ state: 'idle', pending: 0 })
  })

  test('a closed leader is followed at once', async () => {
    const { device, scheduler } = createHarness()
    const first = await device.open()
    const second = await device.open()
    await first.client.stop()
    await scheduler.advance(100)
    expect(second.client.status().leader).toBe(true)
  })

  test('[TAB-2] a frozen leader is taken over within a second, and stands back when it thaws', async () => {
    const { device, scheduler, server } = createHarness()
    const first = await device.open()
    const second = await device.open()
    await scheduler.advance(100)
    first.gate.freeze()
    const { id } = await add(second, 'while frozen')
    await scheduler.advance(1_000)
    expect(server.applied.get(id)).toBe(1)
    first.gate.thaw()
    await scheduler.advance(100)
    expect([first.client.status().leader, second.client.status().leader]).toEqual([false, true])
    await add(first, 'after')
    await scheduler.advance(1_000)
    expect(await device.outbox()).toEqual([])
  })

  test.each(['first', 'queued'])(
    '[TAB-2] a tab that has lost the lead, which it got %s, leads again once the thief closes',
    async (how) => {
      const { device, scheduler } = createHarness()
      const before = how === 'queued' ? await device.open() : null
      const tab = await device.open()
      before?.kill()
      await scheduler.advance(100)
      const thief = await device.open()
      tab.gate.freeze()
      await add(thief, 'while frozen')
      await scheduler.advance(1_000)
      tab.gate.thaw()
      await scheduler.advance(100)
      expect([tab.client.status().leader, thief.client.status().leader]).toEqual([false, true])
      thief.kill()
      await scheduler.advance(100)
      expect(tab.client.status().leader).toBe(true)
    },
  )

  test('[TAB-3] a service worker drains the outbox when no tab is there, and leaves it to a tab that is', async () => {
    const { device, scheduler, server, line } = createHarness({ online: false })
    const tab = await device.open()
    const { id } = await add(tab, 'closed too early')
    tab.kill()
    line.up = true
    const worker = device.openIdle()
    const done = worker.client.drainOnce()
    await scheduler.advance(1_000)
    expect(await done).toBe(true)
    expect(server.applied.get(id)).toBe(1)
    expect(await device.outbox()).toEqual([])
  })

  test('[TAB-3] a service worker takes the place of a tab that leads and is frozen, or is just being closed', async () => {
    const { device, scheduler, server, line } = createHarness({ online: false })
    const tab = await device.open()
    const { id } = await add(tab, 'put away')
    await scheduler.advance(100)
    tab.gate.freeze()
    line.up = true
    const done = device.openIdle().client.drainOnce()
    await scheduler.advance(6_000)
    expect([await done, server.applied.get(id)]).toEqual([true, 1])
  })

  test('[TAB-3] a service worker leaves it to a tab that leads and is awake, and waits for no more than its answer', async () => {
    const { device, scheduler, server, line, requests } = createHarness({ online: false })
    const tab = await device.open()
    const { id } = await add(tab, 'open')
    await scheduler.advance(100)
    const held = device.openIdle()
    let left: boolean | null = null
    void held.client.drainOnce().then((answer) => (left = answer))
    await scheduler.advance(250)
    expect([left, (await device.outbox()).length]).toEqual([true, 1])
    line.up = true
    const before = requests.length
    expect(await Promise.all([device.openIdle().client.drainOnce(), scheduler.advance(6_000)])).toContain(true)
    expect([server.applied.get(id), tab.client.status().leader]).toEqual([1, true])
    expect(requests.slice(before).filter(({ mutations }) => mutations.length > 0)).toHaveLength(1)
  })
})

describe('[TAB-3] order of a service worker', () => {
  /** A worker beside nobody; what waits on the device was queued without a line. */
  async function abandoned({ uploader, files }: { uploader: Uploader; files: boolean }) {
    const setting = createHarness({
      online: false,
      uploader: (...job) => (line.up ? uploader(...job) : Promise.reject(cut())),
    })
    const { device, line, scheduler, requests } = setting
    const tab = await device.open()
    if (files) {
      await tab.client.attach({ fileId: 'f1', name: 'p.mp4', mimeType: 'video/mp4', bytes: new ArrayBuffer(10) })
      await tab.client.mutate('item.add', { _id: newId(), listId: 'a', text: 'video', files: ['f1'] })
    }
    await add(tab, 'text', 'b')
    await scheduler.advance(100)
    tab.kill()
    line.up = true
    requests.length = 0
    return { ...setting, worker: device.openIdle().client }
  }

  const cut = () => new TypeError('cut')
  const textsIn = (requests: { mutations: { args: unknown }[] }[]) =>
    requests.map(({ mutations }) => mutations.map(({ args }) => (args as { text: string }).text))

  test('[UPLOAD-1] mutations without files wait for none, and a mutation held up by a file is sent in the event that uploads it', async () => {
    let settle = () => {}
    const uploader: Uploader = () => new Promise((done) => (settle = () => done({ status: 200, body: null })))
    const { worker, device, scheduler, requests } = await abandoned({ uploader, files: true })
    const done = worker.drainOnce()
    await scheduler.advance(1_000)
    expect(textsIn(requests)).toEqual([['text']])
    settle()
    await scheduler.advance(1_000)
    expect([await done, textsIn(requests).flat(), await device.outbox()]).toEqual([true, ['text', 'video'], []])
  })

  test('where no file waits, one request does', async () => {
    const { worker, scheduler, requests } = await abandoned({ uploader: () => Promise.reject(cut()), files: false })
    const done = worker.drainOnce()
    await scheduler.advance(1_000)
    expect([await done, textsIn(requests)]).toEqual([true, [['text']]])
  })

  test('a file that went up shows that the line works: what failed before goes again', async () => {
    const uploader: Uploader = async () => ({ status: 200, body: null })
    const { worker, scheduler, line, requests } = await abandoned({ uploader, files: true })
    line.answer = (request, serve) => (requests.length === 1 ? { status: 502, body: null } : serve(request))
    const done = worker.drainOnce()
    await scheduler.advance(500)
    expect(await done).toBe(true)
  })

  test('a server that has named a time is not asked again before it, whatever has gone up', async () => {
    const uploader: Uploader = async () => ({ status: 200, body: null })
    const { worker, scheduler, line, requests } = await abandoned({ uploader, files: true })
    line.answer = () => ({ ...refusalAnswer(503), retryAfterMs: 60_000 })
    const done = worker.drainOnce()
    await scheduler.advance(1_000)
    expect([await done, requests.length]).toEqual([false, 1])
  })

  test('[AUTH-1] no file follows a request that the server has answered with a 401', async () => {
    const uploader = vi.fn<Uploader>(async () => ({ status: 200, body: null }))
    const { worker, scheduler, line } = await abandoned({ uploader, files: true })
    line.answer = () => refusalAnswer(401)
    const done = worker.drainOnce()
    await scheduler.advance(1_000)
    expect([await done, uploader.mock.calls]).toEqual([false, []])
  })
})
