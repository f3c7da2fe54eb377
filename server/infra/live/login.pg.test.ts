import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { endSessions } from '../sessions/sessions.ts'
import { makePerson } from '../sync/testing/person.ts'
import { acceptSocket } from './accept-socket.ts'
import { login } from './login.ts'
import type { LiveContext } from './presence.ts'
import { createPresence } from './presence.ts'
import type { LiveServer, LiveSocket } from './rooms.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a session that ends while its socket logs in closes the socket', async () => {
  const fan = await makePerson(server, 'fan')
  const disconnect = vi.fn<(close?: boolean) => void>()
  const socket = {
    connected: true,
    data: {},
    disconnect,
    // The moment between the look at the session and the rooms in which its end is told.
    join: () => transact(server.app, fan.actor, (tx) => endSessions(tx, fan.id)),
  } as unknown as LiveSocket
  const entered = vi.fn<() => void>()
  const context = {
    app: server.app,
    io: { sockets: { adapter: { rooms: new Map() } } },
    presence: { entered },
  } as unknown as LiveContext
  await expect(login(context, socket, fan.token)).rejects.toThrow()
  expect(disconnect).toHaveBeenCalledWith(true)
  expect(entered).not.toHaveBeenCalled()
})

test('a socket that goes while it logs in leaves nobody online', async () => {
  const fan = await makePerson(server, 'fan.gone')
  const context = liveContext()
  const socket: LiveSocket = acceptedSocket(context, async () => void socket.disconnect())
  expect(await login(context, socket, fan.token)).toEqual({ ok: false })
  expect(await context.presence.of(fan.id)).toMatchObject({ online: false })
})

test('a socket that never was logged in takes nobody offline when it goes', async () => {
  const fan = await makePerson(server, 'fan.here')
  const context = liveContext()
  context.presence.entered(fan.actor)
  const end = () => transact(server.app, fan.actor, (tx) => endSessions(tx, fan.id))
  await expect(login(context, acceptedSocket(context, end), fan.token)).rejects.toThrow()
  expect(await context.presence.of(fan.id)).toMatchObject({ online: true })
  await context.presence.settled()
})

function liveContext(): LiveContext {
  const io = {
    sockets: { adapter: { rooms: new Map() } },
    to: () => ({ emit: () => true }),
  } as unknown as LiveServer
  return { app: server.app, io, presence: createPresence(server.app, io) }
}

/** A socket in whose login `join` stands between the two looks at the session. */
function acceptedSocket(context: LiveContext, join: () => Promise<unknown>): LiveSocket {
  const gone: (() => void)[] = []
  const socket = {
    connected: true,
    data: {},
    join,
    use: () => {},
    on: (event: string, heard: () => void) => void (event === 'disconnect' && gone.push(heard)),
    disconnect() {
      socket.connected = false
      for (const heard of gone) heard()
    },
  }
  acceptSocket(context, socket as unknown as LiveSocket)
  return socket as unknown as LiveSocket
}
