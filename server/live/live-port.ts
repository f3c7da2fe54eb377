import type { ServerToClient } from '@vesper/sync/protocol/socket-events.ts'
import type { ChangedRow } from '../sync/changed-rows.ts'

/** A space with its new version, and the rows that moved it there; null where the database alone has found them. */
export type RaisedSpace = { space: string; version: number; rows: readonly ChangedRow[] | null }

/** What the app says to connected sockets, after a commit. Nothing here may be needed for correctness. */
export type LivePort = {
  /** Tells the devices that have these spaces, each of which one transaction of `writerId` raised by one. */
  poke: (raised: readonly RaisedSpace[], writerId: string | null) => void | Promise<void>
  toConversation: <Event extends keyof ServerToClient>(
    conversationId: string,
    event: Event,
    ...payload: Parameters<ServerToClient[Event]>
  ) => void
  /** The same to one member of a conversation: for what is made for one viewer. */
  toMember: <Event extends keyof ServerToClient>(
    member: { conversationId: string; userId: string },
    event: Event,
    ...payload: Parameters<ServerToClient[Event]>
  ) => void
  /** Tells the sockets of these sessions that they ended, and closes them. */
  endSessions: (sessionIds: readonly string[]) => void
}
