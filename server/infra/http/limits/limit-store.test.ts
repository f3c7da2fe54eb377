import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { App } from '../../../app.ts'
import { hasRedis, startRedis } from '../../../testing/redis.ts'
import type { TestRedis } from '../../../testing/redis.ts'
import { delayOf, giveBack } from '../../sync/push/mutation-limits.ts'
import { count, createCounter } from './counter.ts'
import { openLimitStore } from './limit-store.ts'
import type { LimitStore } from './limit-store.ts'
import { createLimits, RateLimited } from './rate-limits.ts'
import type { LimitCheck } from './rate-limits.ts'

const NODES = 3
const POINTS = 10
/** Each node's share of them. */
const SHARE = 4

const ip = '192.0.2.17'
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

describe.skipIf(!hasRedis)(hasRedis ? 'limits of three servers' : 'skipped: no redis-server in the search path', () => {
  test('ten calls over three servers are ten, whichever server they come to, and the next says how long to wait', async () => {
    const { checks } = await threeServers()
    expect(await passing(checks, 60)).toBe(POINTS)
    const refused = await checks[1]?.({ ip, accountId: null }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RateLimited)
    expect((refused as RateLimited).retryAfterSeconds).toBeGreaterThan(50)
    expect((refused as RateLimited).retryAfterSeconds).toBeLessThanOrEqual(60)
  })

  test('a server alone has the whole limit, and each address a limit of its own', async () => {
    const { checks } = await threeServers()
    expect(await passing(checks.slice(0, 1), 60)).toBe(POINTS)
    await expect(checks[2]?.({ ip: '192.0.2.18', accountId: null })).resolves.toBeUndefined()
  })

  test('no key in Redis tells an address or an account', async () => {
    const { redis, stores } = await threeServers()
    const account = randomUUID()
    const [store] = stores
    const check = createLimits({ limitStore: store ?? null }, 'calls', [{ points: POINTS, seconds: 60, by: 'account' }])
    await check({ ip, accountId: account })
    await check({ ip, accountId: null })
    const client = createClient({ url: redis.url })
    await client.connect()
    const keys = await client.keys('*')
    client.destroy()
    expect(keys).toHaveLength(2)
    for (const key of keys) {
      expect(key).toMatch(/^vesper:test:limit:calls (account|address):60:[\w-]{22}$/)
      expect(key).not.toContain(account)
    }
  })

  test('a killed Redis leaves each server its share, never none; once it is back they count together again', async () => {
    const { redis, stores, checks } = await threeServers()
    expect(await passing(checks, 3)).toBe(3)
    await redis.stop()
    await vi.waitFor(() => expect(stores.some(({ client }) => client.isReady)).toBe(false))
    const passed = await passing(checks, 60)
    expect(passed).toBe(NODES * SHARE)

    const again = await startRedis(Number(new URL(redis.url).port))
    cleanUps.push(again.stop)
    await vi.waitFor(() => expect(stores.every(({ client }) => client.isReady)).toBe(true), 10_000)
    expect(await passing(checks, 60)).toBe(POINTS)
  })

  test('shares follow the number of live servers, and are never less than one', async () => {
    const { redis, stores, live } = await threeServers()
    await redis.stop()
    await vi.waitFor(() => expect(stores.some(({ client }) => client.isReady)).toBe(false))
    const allowed = async (servers: number) => {
      live.servers = servers
      const name = randomUUID()
      const counter = createCounter({ limitStore: stores[0] ?? null }, { name, points: POINTS, seconds: 60 })
      let passed = 0
      while ((await count(counter, 'a')) === 0) passed += 1
      return passed
    }
    expect([await allowed(1), await allowed(2), await allowed(3), await allowed(50)]).toEqual([10, 5, 4, 1])
  })

  test('a Redis that hangs holds no call up, and one that answers again counts on', async () => {
    const { redis, stores, checks } = await threeServers()
    await passing(checks, 3)
    redis.pause()
    const begun = performance.now()
    expect(await passing(checks, 60)).toBe(NODES * SHARE)
    // Each server waits once. Sixty calls that all waited would take nine seconds.
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(stores.some(({ client }) => client.isReady)).toBe(false)
    redis.resume()
    await vi.waitFor(() => expect(stores.every(({ client }) => client.isReady)).toBe(true), 10_000)
    const left = await passing(checks, 60)
    expect(left).toBeLessThanOrEqual(POINTS - 3)
    expect(left).toBeGreaterThan(0)
  })

  test('a Redis that refuses to count is told of once, leaves each server its share, and counts again with room', async () => {
    const { redis, checks, told } = await threeServers()
    const admin = await adminOf(redis)
    expect(await passing(checks, 3)).toBe(3)
    await admin.configSet('maxmemory', '1')
    expect(await passing(checks, 60)).toBe(NODES * SHARE)
    expect(told.filter((line) => line.includes('Redis is away'))).toHaveLength(NODES)
    expect(told.join()).toContain('OOM')
    await admin.configSet('maxmemory', '0')
    expect(await passing(checks, 60)).toBe(POINTS - 3)
    expect(told.filter((line) => line.includes('Redis is back'))).toHaveLength(NODES)
  })

  test('a Redis that became a replica leaves each server its share, and gets a new connection', async () => {
    const { redis, checks } = await threeServers()
    const admin = await adminOf(redis)
    const connections = async () => (await admin.clientList()).map(({ id }) => id)
    await passing(checks, 3)
    const before = await connections()
    await admin.sendCommand(['REPLICAOF', '127.0.0.1', '1'])
    await admin.configSet('replica-serve-stale-data', 'yes')
    expect(await passing(checks, 60)).toBe(NODES * SHARE)
    await vi.waitFor(async () => {
      const now = await connections()
      expect(now).toHaveLength(before.length)
      expect(now.filter((id) => before.includes(id))).toHaveLength(1)
    })
    await admin.sendCommand(['REPLICAOF', 'NO', 'ONE'])
    expect(await passing(checks, 60)).toBe(POINTS - 3)
  })

  test('mutations of an account count on all servers together, those of one limit under whichever name', async () => {
    const { stores } = await threeServers()
    const limit = { points: POINTS, seconds: 60 }
    const mutations = { 'post.publish': { limit }, 'draft.publish': { limit }, 'vote.set': { limit: { ...limit } } }
    const apps = stores.map(
      (limitStore) => ({ config: { rateLimits: 'on' }, domains: { mutations }, limitStore }) as unknown as App,
    )
    const waits = await Promise.all(
      Array.from({ length: 30 }, (_, index) => delayOf(apps[index % NODES] as App, 'a', limit)),
    )
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(POINTS)
    expect(await delayOf(apps[0] as App, 'a', mutations['vote.set'].limit)).toBe(0)
    // A refused mutation is not counted: one that is given back makes room for one.
    await giveBack(apps[1] as App, 'a', { limit, tried: false })
    expect(await delayOf(apps[2] as App, 'a', limit)).toBe(0)
    expect(await delayOf(apps[0] as App, 'a', limit)).toBeGreaterThan(0)
  })

  test('a limit that is given back makes room on all servers', async () => {
    const { stores } = await threeServers()
    const [one, other] = stores.map((limitStore) =>
      createCounter({ limitStore }, { name: 'given back', points: 1, seconds: 60 }),
    )
    if (!one || !other) throw new Error('there are three servers')
    expect(await count(one, 'a')).toBe(0)
    expect(await count(other, 'a')).toBeGreaterThan(0)
    await Promise.all([one.reward('a'), other.reward('a')])
    expect(await count(other, 'a')).toBe(0)
  })
})

async function threeServers() {
  const redis: TestRedis = await startRedis()
  cleanUps.push(redis.stop)
  const live = { servers: NODES }
  const told: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void told.push(line) })
  const stores: LimitStore[] = Array.from({ length: NODES }, () =>
    openLimitStore({ url: redis.url, name: 'test', log, servers: () => live.servers }),
  )
  cleanUps.push(() => Promise.all(stores.map((store) => store.close())))
  await vi.waitFor(() => expect(stores.every(({ client }) => client.isReady)).toBe(true))
  const checks = stores.map((limitStore) =>
    createLimits({ limitStore }, 'calls', [{ points: POINTS, seconds: 60, by: 'ip' }]),
  )
  return { redis, stores, checks, live, told }
}

async function adminOf({ url }: TestRedis) {
  const client = createClient({ url })
  await client.connect()
  cleanUps.push(() => client.destroy())
  return client
}

/** How many calls pass, by turns to each server. */
async function passing(checks: readonly LimitCheck[], calls: number): Promise<number> {
  let passed = 0
  for (let call = 0; call < calls; call += 1) {
    await checks[call % checks.length]?.({ ip, accountId: null }).then(
      () => (passed += 1),
      (error: unknown) => expect(error).toBeInstanceOf(RateLimited),
    )
  }
  return passed
}
