import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { spaceOfConversation, spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { Actor } from '../database/transaction.ts'

/**
 * The state of a socket: without an actor until its `login` event holds. `present`: it counts among those that are
 * there.
 */
export type SocketData = { actor?: Actor; present?: true }

export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>

/** Every socket of an account. */
export const roomOfUser = spaceOfUser
/** The sockets of both participants that have the conversation open. */
export const roomOfConversation = spaceOfConversation

/** The sockets of one participant that have the conversation open. */
export function memberRoom({ conversationId, userId }: { conversationId: string; userId: string }): string {
  return `c:${conversationId}/${userId}`
}

/** The sockets of one session. */
export function sessionRoom(sessionId: string): string {
  return `s:${sessionId}`
}

/** Tells by the rooms of a socket if a page is open there: the others are those of its account and session. */
export function showsSomething(socketId: string, rooms: Iterable<string> = []): boolean {
  return [...rooms].some((room) => room !== socketId && !/^[us]:/.test(room))
}

/** The sockets that are shown whether a user is there: those with the conversation with this user open. */
export function watchersRoom(userId: string): string {
  return `p:${userId}`
}
