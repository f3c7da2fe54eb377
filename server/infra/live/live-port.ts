import type { ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import type { Bus } from '../bus/bus.ts'
import { roomEvents, roomsEmptied, roomsRechecked, sessionsEnded, spacesRaised } from './channels.ts'
import type { EmptiedRoom, Raised, RaisedSpace, RoomEvent } from './channels.ts'
import { roomOfPage } from './page-rooms.ts'
import type { OpenPage } from './page-rooms.ts'
import { memberRoom, roomOfConversation, roomOfUser } from './rooms.ts'

/**
 * Events for connected sockets, sent after a commit: at once on this server, through the bus on the others. Nothing
 * here may be needed for correctness.
 */
export type LivePort = {
  /** Tells the devices that have these spaces, each of which one transaction of `writerId` raised by one. */
  poke: (raised: readonly RaisedSpace[], writerId: string | null) => void
  /** Has the devices that are connected to this server pull, within a few seconds. */
  pokeAll: () => void
  /** Resolves when the pokes of this server so far are out, whoever wrote, but for those that are spread over a time. */
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
  /** Sends to every socket of an account. */
  toUser: <Event extends keyof ServerToClient>(
    userId: string,
    event: Event,
    ...payload: Parameters<ServerToClient[Event]>
  ) => void
  /** To every socket that has a thing open, if it is not busy. */
  toPage: <Event extends keyof ServerToClient>(
    page: OpenPage,
    event: Event,
    ...payload: Parameters<ServerToClient[Event]>
  ) => void
  /** To every socket in a room that a domain has brought it into. `volatile`: a socket that is busy may do without it. */
  toRoom: <Event extends keyof ServerToClient>(
    to: { room: string; volatile?: true },
    event: Event,
    ...payload: Parameters<ServerToClient[Event]>
  ) => void
  /** Takes all sockets of this server and of the others out of a room, or those of one account. */
  emptyRoom: (room: string, userId?: string) => void
  /** The rooms that sockets of this server are in, by the beginning of their names. */
  roomsHere: (prefix: string) => string[]
  /** Tells the sockets of these sessions that they ended, and closes them. */
  endSessions: (sessionIds: readonly string[]) => void
  /**
   * Takes the sockets of these accounts, or of all, out of the rooms in which they may not be any more: a block or a new
   * country closed those.
   */
  recheckRooms: (userIds: readonly string[] | null) => void
  /** Has the port reach the sockets of this server, too. A process that serves none attaches nothing. */
  attach: (sockets: OwnSockets) => void
}

/** The sockets of this server. */
export type OwnSockets = {
  poke: (raised: Raised) => void
  pokeAll: () => void
  settled: () => Promise<void>
  emit: (event: RoomEvent) => void
  emptyRoom: (emptied: EmptiedRoom) => void
  rooms: (prefix: string) => string[]
  endSessions: (sessionIds: readonly string[]) => void
  recheckRooms: (userIds: readonly string[] | null) => void
}

/** A poke carries no more rows: a longer step is of no use to other servers. */
const STEP_ROWS = 20

export function createLivePort(bus: Bus): LivePort {
  let own: OwnSockets | null = null

  function emit(event: RoomEvent): void {
    own?.emit(event)
    bus.tell(roomEvents, event)
  }

  return {
    poke(raised, writerId) {
      own?.poke({ raised, writerId })
      bus.tell(spacesRaised, { raised: raised.map(withShortStep), writerId })
    },
    pokeAll: () => own?.pokeAll(),
    settled: () => own?.settled() ?? Promise.resolve(),
    toConversation: (id, event, ...payload) => emit({ room: roomOfConversation(id), event, payload }),
    toMember: (member, event, ...payload) => emit({ room: memberRoom(member), event, payload }),
    toUser: (userId, event, ...payload) => emit({ room: roomOfUser(userId), event, payload }),
    toPage: (page, event, ...payload) => emit({ room: roomOfPage(page), event, payload, volatile: true }),
    toRoom: (to, event, ...payload) => emit({ ...to, event, payload }),
    emptyRoom(room, userId) {
      const emptied = { room, userId: userId ?? null }
      own?.emptyRoom(emptied)
      bus.tell(roomsEmptied, emptied)
    },
    roomsHere: (prefix) => own?.rooms(prefix) ?? [],
    endSessions(sessionIds) {
      own?.endSessions(sessionIds)
      bus.tell(sessionsEnded, sessionIds)
    },
    recheckRooms(userIds) {
      own?.recheckRooms(userIds)
      bus.tell(roomsRechecked, userIds)
    },
    attach(sockets) {
      own = sockets
      bus.hear(spacesRaised, sockets.poke)
      bus.hear(roomEvents, sockets.emit)
      bus.hear(roomsEmptied, sockets.emptyRoom)
      bus.hear(sessionsEnded, sockets.endSessions)
      bus.hear(roomsRechecked, sockets.recheckRooms)
    },
  }
}

function withShortStep(raised: RaisedSpace): RaisedSpace {
  return raised.step && raised.step.rows.length > STEP_ROWS ? { ...raised, step: null } : raised
}
