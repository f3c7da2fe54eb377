import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from '@vesper/sync/bench/statistics.ts'
import type { Poke } from '@vesper/sync/engine/protocol/poke.ts'
import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { call } from './domains/people/accounts/testing/api.ts'
import { Space } from './infra/sync/entity.ts'
import { converse, makePair, makePerson, signIn } from './infra/sync/testing/person.ts'
import type { Person } from './infra/sync/testing/person.ts'
import { TestDevice, textMutation } from './infra/sync/testing/test-device.ts'
import { query } from './testing/query.ts'
import { hasRedis, startRedis } from './testing/redis.ts'
import type { TestRedis } from './testing/redis.ts'
import { spawnServer } from './testing/server-process.ts'
import type { ServerProcess } from './testing/server-process.ts'
import { startTestServer } from './testing/server.ts'
import type { TestServer } from './testing/server.ts'

// Three servers on one database: A and one that gets killed are processes of their own, B is in this one. Two servers of one
// process would not do: uWebSockets.js shares the rooms of a thread.

type Client = Socket<ServerToClient, ClientToServer>
type Server = { url: string }

const SECRET = 'a secret that the servers of these tests share'
const MESSAGES = 1_000
/** How long what is told may take on a busy machine. */
const PATIENCE_MS = 20_000
const CREATORS = 10
/** Requests of each creator, half of them to A and half to B. */
const BATCHES = 4

// Processes start, twice.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

describe.each([
  { transport: 'PostgreSQL', isThere: true },
  { transport: 'Redis', isThere: hasRedis },
])('through $transport', ({ transport, isThere }) => {
  describe.skipIf(!isThere)(isThere ? 'servers of one database' : 'skipped: no redis-server in the search path', () => {
    let redis: TestRedis | null = null
    let a: Server
    let b: TestServer
    let killed: Server
    let processes: ServerProcess[] = []
    let dataDir: string
    let number = 0
    const clients: Client[] = []

    beforeAll(async () => {
      redis = transport === 'Redis' ? await startRedis() : null
      const config = { jwtSecrets: [SECRET] as const, redisUrl: redis?.url ?? null }
      b = await startTestServer({ config, busTimes: { beatMs: 500, silentMs: 5_000 } })
      dataDir = mkdtempSync(join(tmpdir(), 'vesper-several-'))
      processes = ['a', 'killed'].map((name) =>
        spawnServer({
          ...{ DATABASE_URL: b.app.config.databaseUrl ?? '', JWT_SECRET: SECRET, DATA_DIR: join(dataDir, name) },
          ...(redis && { REDIS_URL: redis.url }),
        }),
      )
      const [urlOfA = '', urlOfKilled = ''] = await Promise.all(processes.map(({ ready }) => ready))
      ;[a, killed] = [{ url: urlOfA }, { url: urlOfKilled }]
      await vi.waitFor(() => expect(b.app.bus.peers()).toHaveLength(2), PATIENCE_MS)
    })
    afterEach(() => {
      for (const client of clients.splice(0)) client.disconnect()
    })
    afterAll(async () => {
      await Promise.all(processes.map((server) => server.end('SIGTERM')))
      await b.stop()
      await redis?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    test('a message through one pokes the sockets of the other, with what changed, within 200 ms', async () => {
      const { fan, creator, conversationId } = await pair()
      const client = await enter(b, creator)
      const took: number[] = []
      for (let index = 0; index < 20; index += 1) {
        const begun = performance.now()
        const poke = nextPoke(client, `c:${conversationId}`)
        await send(a, fan, { to: conversationId, text: `message ${index}` })
        const { spaces, patch } = await poke
        took.push(performance.now() - begun)
        // A job may have had something for the account meanwhile, which comes along.
        expect(spaces).toMatchObject({ [`c:${conversationId}`]: index + 2 })
        const rows = patch?.spaces.flatMap((space) => space.rows) ?? []
        expect(rows.some(({ value }) => value?.['text'] === `message ${index}`)).toBe(true)
      }
      process.stdout.write(`${transport}: a message pokes another server's socket in ${median(took).toFixed(1)} ms\n`)
      expect(median(took)).toBeLessThan(200)
    })

    test('a session that ends on one ends its sockets on the other, and no others', async () => {
      const { fan } = await pair()
      const again = await signIn(b, fan.user)
      const [ending, staying] = [await enter(b, fan), await enter(b, again)]
      const told = next(ending, 'session:ended')
      const closed = next(ending, 'disconnect')
      await call(a, 'POST /auth/logout', { token: fan.token })
      await told
      await closed
      expect(staying.connected).toBe(true)
    })

    test(`${MESSAGES} messages through both arrive once at the sockets of both`, async () => {
      const fan = await makePerson(b, `busy_fan_${(number += 1)}`)
      const lanes = await Promise.all(
        Array.from({ length: CREATORS }, async (_, index) => {
          const creator = await makePerson(b, `busy_creator_${number}_${index}`, true)
          return { creator, conversationId: await converse(b, fan, creator) }
        }),
      )
      const heard = await Promise.all(
        [a, b].map(async (server) => {
          const client = await enter(server, fan)
          for (const { conversationId } of lanes) await client.emitWithAck('conversation:join', { conversationId })
          const ids: string[] = []
          client.on('message:created', ({ _id }: Message) => void ids.push(_id))
          return { client, ids, versions: versionsOf(client) }
        }),
      )
      const sent = await Promise.all(
        lanes.map(async ({ creator, conversationId }) => {
          const devices = [new TestDevice({ ...b, ...a }, creator), new TestDevice(b, creator)]
          const batches = Array.from({ length: BATCHES }, () =>
            Array.from({ length: MESSAGES / CREATORS / BATCHES }, () => textMutation(conversationId, 'hello')),
          )
          for (const [index, batch] of batches.entries()) await devices[index % 2]?.sync(batch)
          return batches.flat().map(({ args }) => (args as { _id: string })._id)
        }),
      )
      const expected = sent.flat().toSorted()
      const last = Object.fromEntries(await spacesOf(b, lanes))
      for (const { ids, versions } of heard) {
        await vi.waitFor(() => expect(ids).toHaveLength(MESSAGES), PATIENCE_MS)
        await vi.waitFor(() => expect(Object.fromEntries(versions)).toMatchObject(last), PATIENCE_MS)
        expect(ids.toSorted()).toEqual(expected)
      }
    })

    test('an account is online while it has a socket on any server, and typing is seen from the other', async () => {
      const { fan, creator, conversationId } = await pair()
      const watcher = await enter(b, creator)
      await watcher.emitWithAck('conversation:join', { conversationId })
      const seen: boolean[] = []
      watcher.on('presence', ({ online }) => void seen.push(online))
      const [first, second] = [await enter(a, fan), await enter(b, fan)]
      await vi.waitFor(() => expect(seen).toEqual([true]))
      await first.emitWithAck('conversation:join', { conversationId })
      const typing = next(watcher, 'conversation:typing')
      first.emit('conversation:typing', { conversationId, typing: true })
      expect(await typing).toEqual([{ conversationId, userId: fan.id, typing: true }])

      second.disconnect()
      await delay(100)
      const latecomer = await enter(b, creator)
      const presence = next(latecomer, 'presence')
      await latecomer.emitWithAck('conversation:join', { conversationId })
      expect(await presence).toMatchObject([{ userId: fan.id, online: true }])
      expect(seen).toEqual([true])
      first.disconnect()
      await vi.waitFor(() => expect(seen).toEqual([true, false]))
    })

    test('a server that is killed before it has told of a message loses nothing', async () => {
      const { fan, creator, conversationId } = await pair()
      const versions = versionsOf(await enter(b, creator))
      const mute = await muteAll()
      for (let index = 0; index < 5; index += 1) {
        await send(killed, fan, { to: conversationId, text: 'the last words' })
      }
      await processes[1]?.end('SIGKILL')
      await mute.end()
      await vi.waitFor(() => expect(versions.get(`c:${conversationId}`)).toBe(6), PATIENCE_MS)
    })

    test('connections that are cut heal, and nothing is lost meanwhile', async () => {
      const { fan, creator, conversationId } = await pair()
      const versions = versionsOf(await enter(b, creator))
      const mute = await muteAll()
      await send(a, fan, { to: conversationId, text: 'during the cut' })
      await mute.end()
      await vi.waitFor(() => expect(versions.get(`c:${conversationId}`)).toBe(2), PATIENCE_MS)
      await vi.waitFor(() => expect(b.app.bus.peers()).not.toEqual([]), PATIENCE_MS)
      await send(a, fan, { to: conversationId, text: 'after it' })
      await vi.waitFor(() => expect(versions.get(`c:${conversationId}`)).toBe(3))
    })

    /** Keeps all servers from hearing each other, until `end`. */
    async function muteAll(): Promise<{ end: () => Promise<void> }> {
      if (redis) {
        const stopped = redis
        await stopped.stop()
        return { end: async () => void (redis = await startRedis(Number(new URL(stopped.url).port))) }
      }
      const ended = new AbortController()
      const muting = cutAgainAndAgain(b.app.config.databaseUrl ?? '', ended.signal)
      return {
        async end() {
          ended.abort()
          await muting
        },
      }
    }

    function pair() {
      return makePair(b, (number += 1))
    }

    async function enter(server: Server, person: Person): Promise<Client> {
      const client: Client = io(server.url, { transports: ['websocket'], forceNew: true })
      clients.push(client)
      await next(client, 'connect')
      expect(await client.emitWithAck('login', { token: person.token })).toEqual({ ok: true })
      return client
    }
  })
})

/** Sends a message through one of the servers; answers its id. */
async function send(server: Server, from: Person, { to, text }: { to: string; text: string }): Promise<string> {
  const body = { _id: v7(), text }
  const answer = await call(server, `POST /messages/conversations/${to}`, { token: from.token, body })
  expect(answer.status).toBe(201)
  return body._id
}

/** The payload of the next event. */
function next<Payload extends unknown[]>(
  client: Client,
  event: keyof ServerToClient | 'connect' | 'disconnect',
): Promise<Payload> {
  return new Promise((resolve) => {
    client.once(event, (...payload: unknown[]) => resolve(payload as Payload))
  })
}

/** The next poke of a space: others come with what a job does meanwhile. */
function nextPoke(client: Client, space: string): Promise<Poke> {
  return new Promise((resolve) => {
    const take = (poke?: Poke) => {
      if (!poke || !(space in poke.spaces)) return
      client.off('sync:poke', take)
      resolve(poke)
    }
    client.on('sync:poke', take)
  })
}

/** The conversations' spaces with their versions, as the database has them. */
async function spacesOf(server: TestServer, conversations: { conversationId: string }[]): Promise<[string, number][]> {
  const ids = conversations.map(({ conversationId }) => `c:${conversationId}`)
  const rows = await server.app.orm.em.fork().find(Space, { id: { $in: ids } })
  return rows.map(({ id, version }) => [id, version])
}

/** The versions of spaces that a socket was told last. */
function versionsOf(client: Client): Map<string, number> {
  const versions = new Map<string, number>()
  client.on('sync:poke', (poke) => {
    for (const [space, version] of Object.entries(poke?.spaces ?? {})) versions.set(space, version)
  })
  return versions
}

async function cutAgainAndAgain(url: string, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await query(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'vesper bus' and datname = current_database()`,
    )
  }
}
