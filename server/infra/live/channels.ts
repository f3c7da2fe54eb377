import { channel } from '../bus/bus.ts'
import type { ChangedRow } from '../sync/pull/change-index.ts'

/** The rows by which a transaction has raised a space, in which run of the server. */
export type Step = { rows: readonly ChangedRow[]; run: number }

/** A space with its new version. `step` is null where the database has looked for more rows than the transaction knows of. */
export type RaisedSpace = { space: string; version: number; step: Step | null }

/** Spaces that one transaction raised. */
export type Raised = { raised: readonly RaisedSpace[]; writerId: string | null }

/** An event for the sockets of a room. `volatile`: a socket that is busy may do without it. */
export type RoomEvent = { room: string; event: string; payload: readonly unknown[]; volatile?: true }

/** A room that sockets leave: those of one account, or all. */
export type EmptiedRoom = { room: string; userId: string | null }

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
export const roomsEmptied = channel<EmptiedRoom>('emptied')
/** Ids of sessions that ended. */
export const sessionsEnded = channel<readonly string[]>('sessions')
/** Accounts whose rooms are looked at again; null for all. */
export const roomsRechecked = channel<readonly string[] | null>('rechecks')
export const presenceMoves = channel<PresenceMove>('presence')
