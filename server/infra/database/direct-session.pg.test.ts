import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { StartupError } from '../../startup-error.ts'
import { hasPgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts'
import { cloneDatabase } from '../../testing/postgres.ts'
import { query } from '../../testing/query.ts'
import { startTestServer } from '../../testing/server.ts'
import { openJobQueue } from '../jobs/job-queue.ts'
import type { QueuedJob } from '../jobs/job.ts'
import { makePair } from '../sync/testing/person.ts'
import { TestDevice, textMutation } from '../sync/testing/test-device.ts'
import { openDirectSession } from './direct-session.ts'
import type { DirectSession } from './direct-session.ts'
import { inTurn } from './migrate.ts'
import { poolOf } from './pool-of.ts'
import { transact } from './transaction.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

test('one process at a time holds a lock, once', async () => {
  const { one, other } = await twoSessions()
  const lock = await one.tryLock('a')
  expect(lock).not.toBeNull()
  expect([await other.tryLock('a'), await one.tryLock('a')]).toEqual([null, null])
  expect(await other.tryLock('b')).not.toBeNull()
  await lock?.release()
  expect(await other.tryLock('a')).not.toBeNull()
})

test('a session that is lost aborts its locks, and the next lock takes another session', async () => {
  const { one, other, url } = await twoSessions()
  const lock = await one.tryLock('a')
  await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vesper locks' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(lock?.lost.aborted).toBe(true), 10_000)
  expect(await other.tryLock('a').catch(() => other.tryLock('a'))).not.toBeNull()
  await lock?.release()
  expect(await one.tryLock('a')).toBeNull()
  expect(await one.tryLock('c')).not.toBeNull()
})

test('a lock whose answer was lost is left to the other processes, and the session ends', async () => {
  const { other, url } = await twoSessions()
  const line = await startLine(url)
  const one = openDirectSession(line.url, { answersWithinMs: 500 })
  cleanUps.push(line.stop, () => one.close())
  const first = await one.tryLock('a')
  line.isMute = true
  await expect(one.tryLock('b')).rejects.toThrow('timeout')
  await vi.waitFor(async () => expect(await other.tryLock('b')).not.toBeNull(), 10_000)
  expect(first?.lost.aborted).toBe(true)
  line.isMute = false
  expect(await one.tryLock('c')).not.toBeNull()
})

test('a long job holds no connection of the pool, and outlives idle_in_transaction_session_timeout', async () => {
  const database = await cloneDatabase()
  cleanUps.push(() => database.drop())
  await query(
    database.url,
    `alter database "${new URL(database.url).pathname.slice(1)}" set idle_in_transaction_session_timeout = '5s'`,
  )
  const server = await startTestServer({ config: { databaseUrl: database.url }, services: 'off' })
  cleanUps.push(server.stop)
  let runs = 0
  const seen: number[] = []
  const long: QueuedJob<{ id: string }> = {
    ...{ kind: 'queued', name: 'test.long', payload: v.object({ id: v.string() }), key: ({ id }) => id },
    async run({ orm }, _payload, signal) {
      runs += 1
      await delay(6_000)
      signal.throwIfAborted()
      const pool = await poolOf(orm)
      seen.push(pool.totalCount - pool.idleCount)
    },
  }
  const { app } = server
  const jobs = await openJobQueue({ orm: app.orm, log: app.log, bus: null, jobs: [long], maintains: false })
  cleanUps.push(() => jobs.close())
  const running = await jobs.run({ ...app, jobs })
  cleanUps.push(running.stop)
  await transact(app, null, (tx) => jobs.enqueue(tx, long, { id: 'one' }))
  await vi.waitFor(async () => expect((await jobs.states())[0]).toMatchObject({ queued: 0, active: 0 }), 30_000)
  expect([runs, seen]).toEqual([1, [0]])
})

describe.skipIf(!hasPgBouncer)(hasPgBouncer ? 'behind PgBouncer' : 'skipped: no pgbouncer in the search path', () => {
  test('a server refuses to start where a pooler swallows its events, and names the variable', async () => {
    const { url } = await pooled('transaction')
    const refusal = await startTestServer({ config: { databaseUrl: url } }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartupError)
    expect(String(refusal)).toContain('DATABASE_DIRECT_URL')
  })

  test.each(['transaction', 'session'] as const)(
    'a server that would migrate through a pooler by %s names the variable, and leaves no lock',
    async (mode) => {
      const { url, direct } = await pooled(mode, { isEmpty: true })
      const refusal = await startTestServer({ config: { databaseUrl: url } }).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(StartupError)
      expect(String(refusal)).toContain('DATABASE_DIRECT_URL')
      expect(await query(direct, "select objid from pg_locks where locktype = 'advisory'")).toEqual([])
    },
  )

  test('the turn to migrate ends through a pooler, too', async () => {
    const { url, direct } = await pooled('transaction')
    const failing = inTurn(url, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await inTurn(direct, async () => {})).toBe(true)
  })

  test('with a direct address two servers behind a pooler share a run and hear of commits, and jobs run', async () => {
    const { url, direct } = await pooled('session')
    const config = {
      databaseUrl: url,
      databaseDirectUrl: direct,
      jwtSecrets: ['a secret that both of the servers share'] as const,
    }
    const [a, b] = [await startTestServer({ config }), await startTestServer({ config })]
    cleanUps.push(a.stop, b.stop)
    const { fan, creator, conversationId } = await makePair(a, 1)
    const [sender, reader] = [new TestDevice(a, fan), new TestDevice(b, creator)]
    await sender.sync([textMutation(conversationId, 'through the pooler')])
    await reader.syncAll()
    expect(reader.all<{ text: string }>('messages').map(({ text }) => text)).toEqual(['through the pooler'])
    await sender.syncAll()
    expect(reader.run).toBe(sender.run)
    await vi.waitFor(() => expect(a.app.bus.peers()).toHaveLength(1), 10_000)
    const lock = await a.app.session.tryLock('job')
    expect(await b.app.session.tryLock('job')).toBeNull()
    await lock?.release()
  })
})

/** A line to the database that loses its answers while `isMute`. */
async function startLine(url: string): Promise<{ url: string; isMute: boolean; stop: () => Promise<void> }> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    sockets.push(near, far)
    near.on('data', (bytes) => void far.write(bytes))
    far.on('data', (bytes) => void (line.isMute || near.write(bytes)))
    for (const [socket, peer] of [
      [near, far],
      [far, near],
    ] as const)
      socket.on('error', () => {}).on('close', () => void peer.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  const here = Object.assign(new URL(url), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` })
  const line = { url: here.href, isMute: false, stop }
  return line
}

async function twoSessions(): Promise<{ one: DirectSession; other: DirectSession; url: string }> {
  const database = await cloneDatabase()
  const [one, other] = [openDirectSession(database.url), openDirectSession(database.url)]
  cleanUps.push(
    () => database.drop(),
    () => one.close(),
    () => other.close(),
  )
  return { one, other, url: database.url }
}

async function pooled(
  mode: 'session' | 'transaction',
  { isEmpty = false } = {},
): Promise<{ url: string; direct: string }> {
  const database = await cloneDatabase()
  if (isEmpty) {
    await query(database.url, 'drop schema public cascade; create schema public')
    await query(database.url, 'drop schema pgboss cascade')
  }
  const pooler = await startPgBouncer(database.url, mode)
  cleanUps.push(() => database.drop(), pooler.stop)
  return { url: pooler.url, direct: database.url }
}
