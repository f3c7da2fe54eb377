import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase } from '../../testing/postgres.ts'
import type { ClonedDatabase } from '../../testing/postgres.ts'
import { query } from '../../testing/query.ts'
import { hasRedis, startRedis } from '../../testing/redis.ts'
import type { TestRedis } from '../../testing/redis.ts'
import { channel, createBus } from './bus.ts'
import { postgresTransport } from './postgres-transport.ts'
import { redisTransport } from './redis-transport.ts'
import type { OpenTransport } from './transport.ts'

type Word = { word: string }

const words = channel<Word>('words')
const log = pino({ level: 'silent' })
/** The machine may be busy. */
const PATIENCE_MS = 20_000
/** Characters; in JSON, three times as many bytes and more. */
const SIZES = [10, 9_000, 60_000]

async function join(transport: OpenTransport) {
  const bus = await createBus(transport, { log })
  const heard: string[] = []
  const missed = vi.fn(() => Promise.resolve())
  bus.hear(words, ({ word }) => void heard.push(word))
  bus.onMissed(missed)
  return { bus, heard, missed }
}

type Joined = Awaited<ReturnType<typeof join>>

async function pairOn(transport: () => OpenTransport): Promise<[Joined, Joined]> {
  const pair: [Joined, Joined] = [await join(transport()), await join(transport())]
  await vi.waitFor(() => expect(pair.map(({ bus }) => bus.peers().length)).toEqual([1, 1]), PATIENCE_MS)
  return pair
}

/** Each of two servers tells 200 messages over many ticks. */
async function talk([a, b]: [Joined, Joined]): Promise<void> {
  for (let index = 0; index < 200; index += 1) {
    for (const [name, { bus }] of Object.entries({ a, b })) bus.tell(words, { word: `${name}${index}` })
    if (index % 20 === 0) await new Promise((nextTick) => setImmediate(nextTick))
  }
  const all = (name: string) => Array.from({ length: 200 }, (_, index) => `${name}${index}`)
  await vi.waitFor(() => expect([a.heard, b.heard]).toEqual([all('b'), all('a')]), PATIENCE_MS)
}

async function tellLarge([a, b]: [Joined, Joined]): Promise<void> {
  b.heard.length = 0
  const large = SIZES.map((size) => 'ä\u0000"'.repeat(size / 2))
  for (const word of large) a.bus.tell(words, { word })
  await vi.waitFor(
    () => expect(b.heard.map(({ length }) => length)).toEqual(large.map(({ length }) => length)),
    PATIENCE_MS,
  )
  expect(b.heard.every((word, index) => word === large[index])).toBe(true)
}

const stopAll = (pair: [Joined, Joined] | undefined) => Promise.all((pair ?? []).map(({ bus }) => bus.stop()))

describe('LISTEN and NOTIFY', () => {
  let database: ClonedDatabase
  let pair: [Joined, Joined]

  beforeAll(async () => {
    database = await cloneDatabase()
    pair = await pairOn(() => postgresTransport(database.url))
  })
  afterAll(async () => {
    await stopAll(pair)
    await database.drop()
  })

  test('every message arrives once and in order', () => talk(pair))

  test('messages beyond the limit of a payload arrive whole', () => tellLarge(pair))

  test('a connection that is cut comes back, both catch up, and what was told meanwhile arrives', async () => {
    const [a, b] = pair
    b.heard.length = 0
    for (const { missed } of pair) missed.mockClear()
    await query(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vesper bus' and datname = current_database()`,
    )
    a.bus.tell(words, { word: 'meanwhile' })
    await vi.waitFor(
      () => expect([a, b].map(({ missed }) => missed.mock.calls.length > 0)).toEqual([true, true]),
      PATIENCE_MS,
    )
    a.bus.tell(words, { word: 'after' })
    await vi.waitFor(() => expect(b.heard.at(-1)).toBe('after'), PATIENCE_MS)
  })
})

describe.skipIf(!hasRedis)('Redis Streams (skipped where no redis-server is in the search path)', () => {
  let redis: TestRedis
  let pair: [Joined, Joined]

  beforeAll(async () => {
    redis = await startRedis()
    pair = await pairOn(() => redisTransport(redis.url, 'test'))
  })
  afterAll(async () => {
    await stopAll(pair)
    await redis.stop()
  })

  test('every message arrives once and in order', () => talk(pair))

  test('messages beyond the limit of a payload of NOTIFY arrive whole', () => tellLarge(pair))

  test('two databases on one Redis do not hear each other', async () => {
    const other = await join(redisTransport(redis.url, 'other'))
    pair[0].bus.tell(words, { word: 'ours' })
    await vi.waitFor(() => expect(pair[1].heard.at(-1)).toBe('ours'), PATIENCE_MS)
    expect(other.bus.peers()).toEqual([])
    expect(other.heard).toEqual([])
    await other.bus.stop()
  })

  test('a Redis that restarts empty is noticed, and messages arrive again', async () => {
    const [a, b] = pair
    const { port } = new URL(redis.url)
    await redis.stop()
    a.bus.tell(words, { word: 'meanwhile' })
    redis = await startRedis(Number(port))
    await vi.waitFor(() => expect(b.heard.at(-1)).toBe('meanwhile'), PATIENCE_MS)
    a.bus.tell(words, { word: 'after' })
    await vi.waitFor(() => expect(b.heard.at(-1)).toBe('after'), PATIENCE_MS)
  })

  test.each([
    ['has no memory left', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['became a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ])('messages that a Redis refuses, since it %s, arrive once it takes them', async (_, refuse, take) => {
    const [a, b] = pair
    const admin = createClient({ url: redis.url })
    await admin.connect()
    onTestFinished(() => admin.destroy())
    await admin.sendCommand(refuse)
    a.bus.tell(words, { word: 'refused' })
    await delay(500)
    expect(b.heard.at(-1)).not.toBe('refused')
    await admin.sendCommand(take)
    a.bus.tell(words, { word: 'taken' })
    await vi.waitFor(() => expect(b.heard.slice(-2)).toEqual(['refused', 'taken']), PATIENCE_MS)
  })

  test('an address at which no Redis answers is refused at once', async () => {
    await expect(redisTransport('redis://127.0.0.1:1', 'test')('self', events)).rejects.toThrow('ECONNREFUSED')
  })
})

const events = { onFrame: () => {}, onConnected: () => {}, onLost: () => {} }
