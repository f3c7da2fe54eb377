import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { readEpoch } from '../sync/epoch.ts'
import { makePerson } from '../sync/testing/person.ts'
import type { Person } from '../sync/testing/person.ts'

type Client = Socket<ServerToClient, ClientToServer>

let server: TestServer
let fan: Person
const clients: Client[] = []

beforeAll(async () => {
  server = await startTestServer()
  fan = await makePerson(server, 'many.tabs')
})
afterAll(() => server.stop())
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect()
})

test('an account has 50 connections at most, and another account is not kept out', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => enter(fan)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(50)
  expect(await enter(await makePerson(server, 'few.tabs'))).toEqual({ ok: true })
})

test('counts the receipts of an account over all its sockets', async () => {
  const busy = await makePerson(server, 'two.devices')
  await Promise.all([enter(busy), enter(busy)])
  const { epoch, run } = await readEpoch(server.app.orm.em.fork())
  const says = (client: Client) => client.emitWithAck('sync:taken', { epoch, run, spaces: {} })
  const answers = await Promise.all(Array.from({ length: 15 }, () => clients.map(says)).flat())
  expect((answers as { ok: boolean }[]).filter(({ ok }) => ok)).toHaveLength(20)
})

test('the events of an account are counted for all its sockets together, and another account’s are not', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  onTestFinished(limited.stop)
  const [busy, calm] = [await makePerson(limited, 'busy.tabs'), await makePerson(limited, 'calm.tab')]
  await enter(calm, limited)
  await Promise.all(Array.from({ length: 8 }, () => enter(busy, limited)))
  const [own, ...tabs] = clients
  const cut = tabs.map((client) => once(client as unknown as NodeJS.EventEmitter, 'disconnect'))
  const conversationId = randomUUID()
  // Each says less than one socket may.
  for (const client of tabs) {
    for (let said = 0; said < 180; said += 1) client.emit('conversation:leave', { conversationId })
  }
  await Promise.race(cut)
  expect(await own?.emitWithAck('conversation:join', { conversationId })).toEqual({ ok: false })
})

async function enter({ token }: Person, { url } = server): Promise<{ ok: boolean }> {
  const client: Client = io(url, { transports: ['websocket'], forceNew: true, reconnection: false })
  clients.push(client)
  await once(client as unknown as NodeJS.EventEmitter, 'connect')
  return (await client.timeout(5_000).emitWithAck('login', { token })) as { ok: boolean }
}
