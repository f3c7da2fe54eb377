import { describe, expect, test } from 'vitest'
import { add, OTHER, createHarness } from '../../testing/harness.ts'
import { refusalAnswer } from '../../testing/refusal-answer.ts'
import type { TransportAnswer } from '../ports.ts'

describe('[FAULT-1] no status deletes', () => {
  for (const status of [301, 400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504]) {
    test(`${status} leaves everything in the outbox, waiting`, async () => {
      const { device, scheduler, line } = createHarness()
      const tab = await device.open()
      await scheduler.advance(100)
      line.answer = () => ({ status, body: { message: 'no' } })
      await add(tab, 'kept')
      await scheduler.advance(60_000)
      expect(await device.outbox()).toMatchObject([{ state: 'waiting', args: { text: 'kept' } }])
      line.answer = null
      tab.client.signedIn()
      tab.client.wake('manual')
      await scheduler.advance(1_000)
      expect(await device.outbox()).toEqual([])
    })
  }

  test('a page that somebody puts in place of the answer is no answer', async () => {
    const { device, scheduler, line } = createHarness()
    const tab = await device.open()
    line.answer = () => ({ status: 200, body: undefined })
    await add(tab, 'kept')
    await scheduler.advance(60_000)
    expect(await device.outbox()).toHaveLength(1)
    expect(tab.client.status().state).toBe('offline')
  })

  test.each([401, 403])('nor does one with %i end the session', async (status) => {
    const { device, scheduler, line } = createHarness()
    const tab = await device.open()
    line.answer = () => ({ status, body: undefined })
    await add(tab, 'kept')
    await scheduler.advance(1_000)
    expect(tab.client.status().state).toBe('offline')
    line.answer = null
    await scheduler.advance(20_000)
    expect(await device.outbox()).toEqual([])
    expect(tab.client.status().state).toBe('idle')
  })
})

describe('[FAULT-2] back-off', () => {
  test('attempts come after 1 s to 10 s, and at once when there is reason to hope', async () => {
    const { device, scheduler, requests, line } = createHarness({ online: false })
    const tab = await device.open()
    await add(tab, 'x')
    await scheduler.advance(100)
    const times: number[] = []
    const before = requests.length
    const end = scheduler.now + 60_000
    while (await scheduler.step(end)) if (requests.length > before + times.length) times.push(scheduler.now)
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(10_100)
    line.up = true
    tab.client.wake('visible')
    await scheduler.advance(50)
    expect(await device.outbox()).toEqual([])
  })

  test('the server says when to come back', async () => {
    const { device, scheduler, requests, line } = createHarness()
    const tab = await device.open()
    await scheduler.advance(100)
    line.answer = () => ({ status: 429, body: null, retryAfterMs: 30_000 })
    await add(tab, 'x')
    await scheduler.advance(29_000)
    expect(requests.filter(({ mutations }) => mutations.length > 0)).toHaveLength(1)
  })

  test('a mutation written while a request fails waits with the rest', async () => {
    const { device, scheduler, requests, line } = createHarness()
    const tab = await device.open()
    await scheduler.advance(100)
    let fail = (_answer: TransportAnswer) => {}
    line.answer = () => new Promise((resolve) => (fail = resolve))
    await add(tab, 'x')
    await add(tab, 'y')
    await scheduler.advance(50)
    fail({ status: 429, body: null, retryAfterMs: 30_000 })
    await scheduler.advance(29_000)
    expect(requests.filter(({ mutations }) => mutations.length > 0)).toHaveLength(1)
    expect((await device.outbox()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  })
})

describe('[AUTH-1] needs-auth', () => {
  test('401 parks the outbox until the account has signed in again, in any tab', async () => {
    const { device, scheduler, requests, line } = createHarness()
    const first = await device.open()
    const second = await device.open()
    await scheduler.advance(100)
    line.answer = () => refusalAnswer(401)
    await add(second, 'later')
    await scheduler.advance(100)
    const asked = requests.length
    await scheduler.advance(120_000)
    expect(requests.length).toBe(asked)
    expect([first.client.status().state, second.client.status().state]).toEqual(['needs-auth', 'needs-auth'])
    line.answer = null
    second.client.signedIn()
    await scheduler.advance(1_000)
    expect(await device.outbox()).toEqual([])
    expect([first.client.status().state, second.client.status().state]).toEqual(['idle', 'idle'])
  })

  test('[AUTH-2] a 401 to a request from before the sign-in says nothing of the new token', async () => {
    const { device, scheduler, line } = createHarness()
    const tab = await device.open()
    await scheduler.advance(100)
    line.answer = async () => {
      line.answer = null
      await new Promise<void>((done) => scheduler.after(5_000, done))
      return refusalAnswer(401)
    }
    await add(tab, 'x')
    await scheduler.advance(1_000)
    tab.client.signedIn()
    await scheduler.advance(10_000)
    expect(await device.outbox()).toEqual([])
    expect(tab.client.status().state).toBe('idle')
  })

  test('a token of another account sends nothing of this one', async () => {
    const { device, server, scheduler, line } = createHarness()
    const tab = await device.open()
    line.answer = (request) => server.handle(OTHER, request)
    const { id } = await add(tab, 'mine')
    await scheduler.advance(60_000)
    expect(server.ledger.has(id)).toBe(false)
    expect(tab.client.status()).toMatchObject({ state: 'needs-auth', pending: 1 })
  })
})
