import { setTimeout as delay } from 'node:timers/promises'
import { Server } from 'socket.io'
import type { App } from '../../app.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createPokes } from '../sync/pokes/pokes.ts'
import { acceptSocket } from './accept-socket.ts'
import type { EmptiedRoom, RoomEvent } from './channels.ts'
import { guardHandshakes } from './guard-handshakes.ts'
import { createPresence } from './presence.ts'
import { recheckRooms } from './recheck-rooms.ts'
import { roomOfUser } from './rooms.ts'
import type { LiveServer } from './rooms.ts'
import { endSessions, endStaleSockets } from './stale-sockets.ts'

/** A socket says little: tokens and ids. */
const MAX_EVENT_BYTES = 16 * 1024
const STALE_CHECK_MS = 60_000
/** The clients of a server that stops come back to others in so long a time, not at once. */
const SPREAD = { mostMs: 5_000, eachMs: 10 }

export type Live = {
  /** Ends the connections one after another within 5 s, so that the clients look for a server again. */
  stop: () => Promise<void>
}

/** Serves Socket.IO beside the HTTP routes of the same server, under `/socket.io`. */
export function startLive(app: App, server: HttpServer): Live {
  const io: LiveServer = new Server({
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: MAX_EVENT_BYTES,
  })
  io.attachApp(guardHandshakes(server, app.config))
  const pokes = createPokes(app, io)
  const presence = createPresence(app, io)
  io.on('connection', (socket) => acceptSocket({ app, io, presence }, socket))
  app.live.attach({
    poke: ({ raised, writerId }) => pokes.add(raised, writerId),
    pokeAll: pokes.pullAll,
    settled: pokes.settled,
    emit: (event) => emit(io, event),
    emptyRoom: (emptied) => emptyRoom(io, emptied),
    rooms: (prefix) => [...io.sockets.adapter.rooms.keys()].filter((name) => name.startsWith(prefix)),
    endSessions: (ids) => endSessions(io, ids),
    recheckRooms: (userIds) => void recheckRooms({ app, io, presence }, userIds),
  })
  // Also where no job runs and no bus tells: nobody stays connected for longer than the session holds.
  const staleTimer = setInterval(() => {
    endStaleSockets(app, io).catch((error: unknown) => app.log.error({ err: error }, 'stale sockets were not ended'))
  }, STALE_CHECK_MS).unref()
  app.bus.onMissed(async () => {
    await endStaleSockets(app, io)
    await recheckRooms({ app, io, presence }, null)
    await pokes.catchUp()
  })
  return {
    async stop() {
      clearInterval(staleTimer)
      await closeSpread(io)
      io.engine.close()
      await pokes.settled()
      pokes.stop()
      await presence.settled()
    },
  }
}

/** Not `disconnectSockets`: a client takes that as final and does not come back. */
async function closeSpread(io: LiveServer): Promise<void> {
  const began = performance.now()
  // A socket's transport ends; those that came meanwhile end with the engine.
  const sockets = [...io.sockets.sockets.values()]
  const lastsMs = Math.min(SPREAD.mostMs, sockets.length * SPREAD.eachMs)
  for (const [index, socket] of sockets.entries()) {
    const waitMs = began + (lastsMs * index) / sockets.length - performance.now()
    if (waitMs > 1) await delay(waitMs)
    socket.conn.close()
  }
}

function emptyRoom(io: LiveServer, { room, userId }: EmptiedRoom): void {
  const own = userId === null ? null : io.sockets.adapter.rooms.get(roomOfUser(userId))
  for (const id of [...(io.sockets.adapter.rooms.get(room) ?? [])]) {
    if (userId !== null && !own?.has(id)) continue
    void io.sockets.sockets.get(id)?.leave(room)
  }
}

function emit(io: LiveServer, { room, event, payload, volatile }: RoomEvent): void {
  const to = io.to(room)
  // Which payload an event has was checked by whoever told it.
  ;(volatile ? to.volatile : to).emit(event as never, ...(payload as never))
}
