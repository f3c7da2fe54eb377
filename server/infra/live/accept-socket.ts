import { appState } from '../app-state.ts'
import { count, createLocalCounter } from '../http/limits/counter.ts'
import { createTokenBucket } from '../http/limits/token-bucket.ts'
import { acceptEvents } from './accept-events.ts'
import type { LiveContext } from './presence.ts'
import type { LiveSocket } from './rooms.ts'

/** Who does not say who they are for this long is not a client of ours. */
const LOGIN_WITHIN_MS = 10_000
/** More than any screen of the app says: whoever exceeds it is cut off. */
const EVENTS = { points: 200, seconds: 10 }
/** The limit of an account's sockets together: five screens that each say as much as one may. */
const eventsOf = appState(() => createLocalCounter({ points: 1000, seconds: 10 }))

/** Puts a new socket under its limits and answers its events. */
export function acceptSocket(context: LiveContext, socket: LiveSocket): void {
  const { app } = context
  const deadline = setTimeout(() => {
    if (!socket.data.actor) socket.conn.close()
  }, LOGIN_WITHIN_MS)
  deadline.unref()
  const spend = createTokenBucket(EVENTS)
  const isWithinLimits = async (): Promise<boolean> => {
    if (app.config.rateLimits === 'off') return true
    const { actor } = socket.data
    return spend() && (!actor || (await count(eventsOf(app), actor.userId)) === 0)
  }
  socket.use((_event, next) => {
    void isWithinLimits().then((isWithin) => (isWithin ? next() : socket.conn.close()))
  })
  socket.on('error', (error) => app.log.info({ err: error }, 'a socket sent what cannot be read'))
  socket.on('disconnect', () => {
    clearTimeout(deadline)
    const { actor, present } = socket.data
    if (actor && present) context.presence.left(actor)
  })
  acceptEvents(context, socket)
}
