import { channel } from '../bus/bus.ts'
import type { RaisedSpace } from './live-port.ts'

/** Spaces that one transaction raised. */
export type Raised = { raised: readonly RaisedSpace[]; writerId: string | null }

/** An event for the sockets of a room. `volatile`: a socket that is busy may do without it. */
export type RoomEvent = { room: string; event: string; payload: readonly unknown[]; volatile?: true }

/**
 * Accounts with a socket on one server: one that came or left (`at`: when, as ISO 8601), or all that are there. `ask` has
 * every server tell all.
 */
export type PresenceMove =
  | { kind: 'came'; userId: string }
  | { kind: 'left'; userId: string; at: string }
  | { kind: 'all'; userIds: string[] }
  | { kind: 'ask' }

export const spacesRaised = channel<Raised>('spaces')
export const roomEvents = channel<RoomEvent>('rooms')
/** Ids of sessions that ended. */
export const sessionsEnded = channel<readonly string[]>('sessions')
/** Accounts whose rooms are looked at again; null for all. */
export const roomsRechecked = channel<readonly string[] | null>('rechecks')
export const presenceMoves = channel<PresenceMove>('presence')
