import { Server } from 'socket.io'
import type { TemplatedApp } from 'uWebSockets.js'
import type { App } from '../../context.ts'
import { acceptSocket } from './accept-socket.ts'
import type { LivePort } from './live-port.ts'
import { createPokes } from '../sync/pokes/pokes.ts'
import { createPresence } from './presence.ts'
import { memberRoom, roomOfConversation, sessionRoom } from './rooms.ts'
import type { LiveServer } from './rooms.ts'

/** A socket says little: tokens and ids. */
const MAX_EVENT_BYTES = 16 * 1024

export type Live = {
  port: LivePort
  /** Ends every connection, so that the clients look for the server again. */
  stop: () => Promise<void>
}

/** Serves Socket.IO beside the HTTP routes of the same server, under `/socket.io`. */
export function startLive(app: App, server: TemplatedApp): Live {
  const io: LiveServer = new Server({
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: MAX_EVENT_BYTES,
  })
  io.attachApp(server)
  const pokes = createPokes(app, io)
  const presence = createPresence(app, io)
  io.on('connection', (socket) => acceptSocket({ app, io, presence }, socket))
  return {
    port: {
      poke: pokes.add,
      settled: pokes.settled,
      toConversation: (id, event, ...payload) => void io.to(roomOfConversation(id)).emit(event, ...payload),
      toMember: (member, event, ...payload) => void io.to(memberRoom(member)).emit(event, ...payload),
      endSessions: (ids) => endSessions(io, ids),
    },
    async stop() {
      // Not `disconnectSockets`: a client takes that as final and does not come back.
      io.engine.close()
      await pokes.settled()
      await presence.settled()
    },
  }
}

function endSessions(io: LiveServer, sessionIds: readonly string[]): void {
  if (sessionIds.length === 0) return
  const sockets = io.in(sessionIds.map(sessionRoom))
  sockets.emit('session:ended')
  sockets.disconnectSockets(true)
}
