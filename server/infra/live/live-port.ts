import type { ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import type { ChangedRow } from '../sync/pull/change-index.ts'

/** The rows by which a transaction has raised a space, in which run of the server. */
export type Step = { rows: readonly ChangedRow[]; run: number }

/** A space with its new version. `step` is null where the database has looked for more rows than the transaction knows of. */
export type RaisedSpace = { space: string; version: number; step: Step | null }

/** What the app says to connected sockets, after a commit. Nothing here may be needed for correctness. */
export type LivePort = {
  /** Tells the devices that have these spaces, each of which one transaction of `writerId` raised by one. */
  poke: (raised: readonly RaisedSpace[], writerId: string | null) => void
  /** Resolves when the pokes so far are out, whoever wrote. */
  settled: () => Promise<void>
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
