import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { stopServing } from '../../../infra/sync/history/server-lease.ts'
import { makePair } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { spawnServer } from '../../../testing/server-process.ts'
import type { ServerProcess } from '../../../testing/server-process.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Stream } from './entity.ts'
import { sweepStreams } from './sweep-streams.ts'
import { endAll } from './testing/begin.ts'
import { askToken, connect, openSocket } from './testing/connect.ts'

// Server A is a process of its own, which is killed in the end; B is in this one.
const SECRET = 'a secret that the servers of these tests share'
vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 })

let b: TestServer
let process: ServerProcess
let a: { url: string }
let dataDir: string
let creator: Person
let fan: Person

beforeAll(async () => {
  b = await startTestServer({ config: { jwtSecrets: [SECRET] }, busTimes: { beatMs: 500, silentMs: 5_000 } })
  dataDir = mkdtempSync(join(tmpdir(), 'vesper-two-servers-'))
  process = spawnServer({ DATABASE_URL: b.app.config.databaseUrl ?? '', JWT_SECRET: SECRET, DATA_DIR: dataDir })
  a = { url: await process.ready }
  await vi.waitFor(() => expect(b.app.bus.peers()).toHaveLength(1), 20_000)
  ;({ creator, fan } = await makePair(b, 1))
})
afterAll(async () => {
  await process.end('SIGKILL')
  await b.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function goLive(): Promise<string> {
  const { status, body } = await call(a, 'POST /streaming/live', { token: creator.token, body: { title: 'Here' } })
  expect(status).toBe(201)
  return String(body['conversationId'])
}

function execute(statement: string): Promise<unknown> {
  return b.app.orm.em.fork().execute(statement)
}

function stored(id: string): Promise<Stream> {
  return b.app.orm.em.fork().findOneOrFail(Stream, { id })
}

const REFUSED = 'This site runs on several servers: live streams need LiveKit, or a single server.'

function tryLive(server: { url: string }) {
  return call(server, 'POST /streaming/live', { token: creator.token, body: { title: 'Again' } })
}

test('while two servers take calls no stream begins', async () => {
  for (const server of [a, b]) {
    const { status, body } = await tryLive(server)
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining(REFUSED)])
  }
  expect(await b.app.orm.em.fork().count(Stream)).toBe(0)
  // From here on this one takes no part: the streams of the other one are those of a site of one server.
  await stopServing(b.app)
})

test('a stream is known to both servers; the one without its room says so, and the other one connects', async () => {
  // The other one is about to stop.
  const streamId = await goLive()
  expect((await tryLive(b)).body).toMatchObject({ message: 'You are live already.' })
  expect((await call(b, `GET /streaming/join/${streamId}`)).body).toMatchObject({ access: 'open' })
  const { token } = await askToken(b, fan, { streamId, role: 'view' })
  const elsewhere = await openSocket(b, fan)
  expect(await elsewhere.emitWithAck('rtc:offer', { token, sdp: 'v=0' })).toEqual({
    ...{ ok: false, message: 'This stream runs on another server. Try again in a moment.' },
  })
  elsewhere.disconnect()
  const [own, theirs] = [await openSocket(a, creator), await openSocket(a, fan)]
  const publisher = await connect(a, 'publish', { person: creator, socket: own, streamId })
  const viewer = await connect(a, 'view', { person: fan, socket: theirs, streamId })
  await vi.waitFor(() => expect(viewer.packets.video).toBeGreaterThan(3), 20_000)
  await vi.waitFor(async () => expect((await stored(streamId)).status).toBe('live'), 10_000)
  const closed = new Promise((resolve) => void theirs.once('rtc:closed', resolve))
  // The other server ends it: the room hears of it by the row.
  const ended = await call(b, `PUT /streaming/live/${streamId}`, {
    token: creator.token,
    body: { version: 1, status: 'ended' },
  })
  expect(ended.body).toMatchObject({ status: 'ended' })
  expect(await closed).toMatchObject({ reason: 'closed', peer: viewer.peer })
  for (const peer of [publisher, viewer]) peer.kill()
  for (const socket of [own, theirs]) socket.disconnect()
})

test('the stream of a server that was killed is ended by the other one, once its signs of life are old', async () => {
  const streamId = await goLive()
  await process.end('SIGKILL')
  await sweepStreams(b.app)
  expect((await stored(streamId)).status).toBe('starting')
  expect((await call(b, 'POST /streaming/live', { token: creator.token, body: { title: 'Again' } })).status).toBe(409)
  const updatedAt = new Date(Date.now() - 20_001)
  await transact(b.app, null, ({ em }) => em.nativeUpdate(Stream, { id: streamId }, { updatedAt }))
  await sweepStreams(b.app)
  expect(await stored(streamId)).toMatchObject({ status: 'ended', endedReason: 'crash' })
  // A killed server counts until its lease ends.
  expect(JSON.stringify((await tryLive(b)).body)).toContain(REFUSED)
  await execute(`update "server" set seen_at = seen_at - interval '15 seconds' where serves`)
  expect((await tryLive(b)).status).toBe(201)
})

test('in a rolling restart a stream begins on the new server while the old one still serves those who are on it', async () => {
  await endAll(b, creator)
  const config = { jwtSecrets: [SECRET] as const, databaseUrl: b.app.config.databaseUrl, stopDelayMs: 5_000 }
  const old = await startTestServer({ config })
  expect(JSON.stringify((await tryLive(b)).body)).toContain(REFUSED)
  const begun = performance.now()
  let hasStopped = false
  const stopping = old.stop().then(() => (hasStopped = true))
  await vi.waitFor(async () => expect((await tryLive(b)).status).toBe(201), 4_000)
  expect([hasStopped, performance.now() - begun < 4_000]).toEqual([false, true])
  await stopping
})
