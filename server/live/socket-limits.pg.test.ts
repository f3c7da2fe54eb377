import { once } from 'node:events'
import type { ClientToServer, ServerToClient } from '@vesper/sync/protocol/socket-events.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readEpoch } from '../sync/epoch.ts'
import { makePerson } from '../sync/testing/person.ts'
import type { Person } from '../sync/testing/person.ts'
import { startTestServer } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'

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

test('[LIVE-LIMIT] an account has 50 connections at most, and another account is not kept out', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => enter(fan)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(50)
  expect(await enter(await makePerson(server, 'few.tabs'))).toEqual({ ok: true })
})

test('[RECEIPT-4] what an account says of what it has taken in is counted for all its sockets together', async () => {
  const busy = await makePerson(server, 'two.devices')
  await Promise.all([enter(busy), enter(busy)])
  const { epoch, run } = await readEpoch(server.app.orm.em.fork())
  const says = (client: Client) => client.emitWithAck('sync:taken', { epoch, run, spaces: {} })
  const answers = await Promise.all(Array.from({ length: 15 }, () => clients.map(says)).flat())
  expect((answers as { ok: boolean }[]).filter(({ ok }) => ok)).toHaveLength(20)
})

async function enter({ token }: Person): Promise<{ ok: boolean }> {
  const client: Client = io(server.url, { transports: ['websocket'], forceNew: true, reconnection: false })
  clients.push(client)
  await once(client as unknown as NodeJS.EventEmitter, 'connect')
  return (await client.timeout(5_000).emitWithAck('login', { token })) as { ok: boolean }
}
