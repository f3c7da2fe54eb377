import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { stopServing } from '../../../infra/sync/history/server-lease.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { spawnServer } from '../../../testing/server-process.ts'
import type { ServerProcess } from '../../../testing/server-process.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { brokenRules, fillWallet } from '../../money/money/testing/books.ts'
import { Wallet } from '../../money/money/wallet.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { connect, openSocket } from '../streams/testing/connect.ts'
import { Show } from './entity.ts'

// Real time and real media. The room is in a process of its own, which is killed in the end.
const SECRET = 'a secret that the servers of these tests share'
vi.setConfig({ testTimeout: 150_000, hookTimeout: 90_000 })

let near: TestServer
let process: ServerProcess
let far: { url: string }
let dataDir: string

beforeAll(async () => {
  near = await startTestServer({ config: { jwtSecrets: [SECRET] } })
  dataDir = mkdtempSync(join(tmpdir(), 'vesper-killed-show-'))
  process = spawnServer({ DATABASE_URL: near.app.config.databaseUrl ?? '', JWT_SECRET: SECRET, DATA_DIR: dataDir })
  far = { url: await process.ready }
  // Rooms are in one server: this one takes no calls of streams.
  await stopServing(near.app)
})
afterAll(async () => {
  await process.end('SIGKILL')
  expect(await brokenRules(near)).toEqual([])
  await near.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const showOf = (id: string) => near.app.orm.em.fork().findOneOrFail(Show, { id })

async function walletOf({ id: userId }: Person) {
  const { balance, held } = await near.app.orm.em.fork().findOneOrFail(Wallet, { userId })
  return { balance, held }
}

/** A private show of two new accounts in the far process, from the request to the picture. */
async function beginShow(name: string) {
  const [fan, creator] = [await makePerson(near, `fan_${name}`), await makePerson(near, `creator_${name}`, true)]
  await fillWallet(near, fan.id, { paid: 1_000 })
  await call(far, 'PUT /streaming/update', { token: creator.token, body: { acceptsPrivate: true } })
  const [ofFan, ofCreator] = [await openSocket(far, fan), await openSocket(far, creator)]
  const id = randomUUID()
  const asked = { _id: id, performerId: creator.id, minutes: 10, cap: 600, rateSeen: 60 }
  expect(await ofFan.emitWithAck('show:request', asked)).toMatchObject({ ok: true })
  expect(await ofCreator.emitWithAck('show:accept', { requestId: id })).toMatchObject({ ok: true })
  const publisher = await connect(far, 'publish', { person: creator, socket: ofCreator, streamId: id })
  const viewer = await connect(far, 'view', { person: fan, socket: ofFan, streamId: id })
  await expect.poll(async () => (await showOf(id)).status, { timeout: 25_000 }).toBe('active')
  return { id, fan, creator, publisher, viewer, ofCreator, begunAt: performance.now() }
}

test('a viewer whose page is killed pays for the time until then, and the show ends by itself', async () => {
  const { id, fan, publisher, viewer, begunAt } = await beginShow('cut')
  await delay(8_000)
  viewer.kill()
  const connected = (performance.now() - begunAt) / 1000
  await expect.poll(async () => (await showOf(id)).status, { timeout: 40_000, interval: 500 }).toBe('ended')
  const show = await showOf(id)
  expect(show).toMatchObject({ endedReason: 'line', lostSide: 'fan', charged: show.seconds })
  expect(show.seconds).toBeLessThanOrEqual(Math.ceil(connected) + 1)
  expect(show.seconds).toBeGreaterThanOrEqual(Math.floor(connected) - 3)
  expect(await walletOf(fan)).toEqual({ balance: 1_000 - show.seconds, held: 0 })
  await publisher.close()
})

test('a server that is killed in a show: another one ends it at the stored seconds, and the rest comes back', async () => {
  const { id, fan, begunAt } = await beginShow('killed')
  await delay(8_000)
  const stored = (await showOf(id)).seconds
  await process.end('SIGKILL')
  const connected = (performance.now() - begunAt) / 1000
  await expect.poll(async () => (await showOf(id)).status, { timeout: 40_000, interval: 500 }).toBe('ended')
  const show = await showOf(id)
  expect(show).toMatchObject({ endedReason: 'crash', charged: show.seconds })
  expect(show.seconds).toBeGreaterThanOrEqual(stored)
  expect(show.seconds).toBeLessThanOrEqual(connected)
  expect(await walletOf(fan)).toEqual({ balance: 1_000 - show.seconds, held: 0 })
})
