import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endSessions } from '../accounts/sessions.ts'
import { transact } from '../database/transaction.ts'
import { makePerson } from '../sync/testing/person.ts'
import { startTestServer } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import type { LiveContext } from './accept-socket.ts'
import { login } from './login.ts'
import type { LiveSocket } from './rooms.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('[SESSION-2] a session that ends while its socket logs in closes the socket', async () => {
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
