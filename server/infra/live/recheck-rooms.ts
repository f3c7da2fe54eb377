import { openAmong } from '../sessions/sessions.ts'
import { recheckConversations } from './join-conversation.ts'
import { recheckPages } from './page-rooms.ts'
import type { LiveContext } from './presence.ts'
import { roomOfUser } from './rooms.ts'
import { closeSuspended } from './stale-sockets.ts'

/**
 * Takes the sockets of these accounts, or of all, out of the rooms in which they may not be any more. A look-up that fails
 * is logged, and closes the socket: it logs in again, and joins what it may.
 */
export async function recheckRooms(context: LiveContext, userIds: readonly string[] | null): Promise<void> {
  const { app, io } = context
  const rooms = io.sockets.adapter.rooms
  const ids = userIds?.flatMap((userId) => [...(rooms.get(roomOfUser(userId)) ?? [])]) ?? [...io.sockets.sockets.keys()]
  if (userIds !== null) await closeIfSuspended(context, ids)
  // One after another: nothing here may take the database from requests.
  for (const id of ids) {
    const socket = io.sockets.sockets.get(id)
    if (!socket?.data.actor) continue
    try {
      await recheckConversations(context, socket)
      await recheckPages(context, socket)
    } catch (error) {
      app.log.warn({ err: error }, 'the rooms of a socket could not be looked at')
      socket.conn.close()
    }
  }
}

/** A suspended account hears nothing more. */
async function closeIfSuspended({ app, io }: LiveContext, ids: readonly string[]): Promise<void> {
  const sockets = ids.flatMap((id) => io.sockets.sockets.get(id) ?? [])
  const sessions = sockets.flatMap(({ data }) => data.actor?.sessionId ?? [])
  if (sessions.length > 0) closeSuspended(sockets, await openAmong(app.orm.em.fork(), sessions, app.clock()))
}
