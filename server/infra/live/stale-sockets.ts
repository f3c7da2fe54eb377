import type { App } from '../../app.ts'
import { openAmong } from '../sessions/sessions.ts'
import { sessionRoom } from './rooms.ts'
import type { LiveServer, LiveSocket } from './rooms.ts'

/** Tells the sockets of these sessions that they ended, and closes them. */
export function endSessions(io: LiveServer, sessionIds: readonly string[]): void {
  if (sessionIds.length === 0) return
  const sockets = io.in(sessionIds.map(sessionRoom))
  sockets.emit('session:ended')
  sockets.disconnectSockets(true)
}

/**
 * Ends the sockets of this server whose session has ended, or whose account is closed, without this server hearing of it.
 * The sockets of suspended accounts close, and no session ends: their devices learn it by their next call.
 */
export async function endStaleSockets(app: App, io: LiveServer): Promise<void> {
  const sockets = [...io.sockets.sockets.values()]
  const connected = new Set(sockets.flatMap(({ data }) => data.actor?.sessionId ?? []))
  if (connected.size === 0) return
  const open = await openAmong(app.orm.em.fork(), connected, app.clock())
  for (const { id } of open) connected.delete(id)
  endSessions(io, [...connected])
  closeSuspended(sockets, open)
}

/** Closes the sockets among these whose account is suspended. */
export function closeSuspended(
  sockets: Iterable<LiveSocket>,
  open: readonly { id: string; isSuspended: boolean }[],
): void {
  const suspended = new Set(open.flatMap(({ id, isSuspended }) => (isSuspended ? id : [])))
  for (const { data, conn } of sockets) if (data.actor && suspended.has(data.actor.sessionId)) conn.close()
}
