import type { App } from '../context.ts'
import { acceptEvents } from './accept-events.ts'
import { createBudget } from './budget.ts'
import type { Presence } from './presence.ts'
import type { LiveServer, LiveSocket } from './rooms.ts'

/** Who does not say who they are for this long is not a client of ours. */
const LOGIN_WITHIN_MS = 10_000
/** More than any screen of the app says: whoever exceeds it is cut off. */
const EVENTS = { points: 200, seconds: 10 }

export type LiveContext = { app: App; io: LiveServer; presence: Presence }

/** Puts a new socket under its limits and answers its events. */
export function acceptSocket(context: LiveContext, socket: LiveSocket): void {
  const { app } = context
  const deadline = setTimeout(() => {
    if (!socket.data.actor) socket.conn.close()
  }, LOGIN_WITHIN_MS)
  deadline.unref()
  const spend = createBudget(EVENTS)
  socket.use((_event, next) => {
    if (app.config.rateLimits === 'off' || spend()) next()
    else socket.conn.close()
  })
  socket.on('error', (error) => app.log.info({ err: error }, 'a socket sent what cannot be read'))
  socket.on('disconnect', () => {
    clearTimeout(deadline)
    if (socket.data.actor) context.presence.left(socket.data.actor)
  })
  acceptEvents(context, socket)
}
