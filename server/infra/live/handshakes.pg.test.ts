import { once } from 'node:events'
import type { Connection } from '@mikro-orm/core'
import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { RawConnection } from '../../testing/raw-http.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { deadTokens, makePerson } from '../sync/testing/person.ts'
import type { Person } from '../sync/testing/person.ts'

const POLLING = '/socket.io/?EIO=4&transport=polling'
let server: TestServer
let fan: Person

beforeAll(async () => {
  server = await startTestServer({ config: { rateLimits: 'on' } })
  fan = await makePerson(server, 'socket.fan')
})
afterAll(() => server.stop())

async function openSocket(): Promise<Socket<ServerToClient, ClientToServer>> {
  const client = io(server.url, { transports: ['websocket'], forceNew: true, reconnection: false })
  onTestFinished(() => void client.disconnect())
  await once(client as unknown as NodeJS.EventEmitter, 'connect')
  return client
}

test('a token known to be revoked is refused to each socket without the database', async () => {
  const { revoked: token } = await deadTokens(server, fan.user)
  expect(await (await openSocket()).emitWithAck('login', { token })).toMatchObject({ ok: false })
  const execute = vi.spyOn<Connection, 'execute'>(server.app.orm.em.getConnection(), 'execute')
  for (let socket = 0; socket < 3; socket += 1) {
    expect(await (await openSocket()).emitWithAck('login', { token })).toMatchObject({ ok: false })
  }
  expect(execute.mock.calls.filter(([sql]) => sql.includes('session'))).toEqual([])
  execute.mockRestore()
})

test('five failed logins end a socket, however many come at once', async () => {
  await server.app.orm.em.fork().execute(`update "user" set status = 'deactivated' where id = ?`, [fan.id])
  const client = await openSocket()
  const ended = once(client as unknown as NodeJS.EventEmitter, 'disconnect')
  const execute = vi.spyOn<Connection, 'execute'>(server.app.orm.em.getConnection(), 'execute')
  for (let attempt = 0; attempt < 100; attempt += 1) client.emit('login', { token: fan.token }, () => {})
  await ended
  const lookUps = execute.mock.calls.filter(([sql]) => sql.includes('last_seen_at'))
  execute.mockRestore()
  expect(lookUps).toHaveLength(5)
  await server.app.orm.em.fork().execute(`update "user" set status = 'active' where id = ?`, [fan.id])
})

test('a socket may fail four times and log in then', async () => {
  const client = await openSocket()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    expect(await client.emitWithAck('login', { token: 'forged' })).toMatchObject({ ok: false })
  }
  expect(await client.emitWithAck('login', { token: fan.token })).toEqual({ ok: true })
})

test('a body of unclear length is refused and its connection closed', async () => {
  const raw = new RawConnection(server.url)
  const lengths = 'content-length: 5\r\ncontent-length: 60\r\n\r\n'
  raw.write(`POST ${POLLING} HTTP/1.1\r\nhost: x\r\n${lengths}helloGET /health HTTP/1.1\r\nhost: x\r\n\r\n`)
  expect((await raw.answer()).status).toBe(400)
  await expect.poll(() => raw.closed).toBe(true)
})

test('an address that opens connections without end is refused', async () => {
  const statuses: Record<number, number> = {}
  for (let batch = 0; batch < 80; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(server.url + POLLING)))
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
    if (statuses[429]) break
  }
  expect(statuses[429]).toBeGreaterThan(0)
  expect(statuses[200]).toBeGreaterThan(2_900)
}, 30_000)
