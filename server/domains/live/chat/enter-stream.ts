import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { StreamEntry } from '@vesper/sync/vesper/live-events.ts'
import type { App } from '../../../app.ts'
import type { EventSocket } from '../../../infra/live/socket-event.ts'
import { User } from '../../people/accounts/entity.ts'
import { noStream } from '../streams/commands.ts'
import { doorOf } from '../streams/door.ts'
import { Stream } from '../streams/entity.ts'
import { doorRefusal } from '../streams/require-entry.ts'
import { STREAM_ROOMS, streamRoom, viewerRoom, viewersIn } from '../streams/rooms.ts'
import { streamView } from '../streams/views.ts'
import { keepsOrder } from './policy.ts'
import { clearedTo, deletedAmong, heldLines, linesAfter, linesById } from './queries.ts'
import type { LineRow } from './queries.ts'
import { closedTo } from './readable-stream.ts'
import { standingIn, standingView } from './standings.ts'
import { lineView, modeView } from './views.ts'

/** Lines that an answer brings: to somebody who comes, and at most after those that a page has. */
const FIRST_LINES = 50
const LINES_MAX = 200
/** Numbers before those that a page has, among which deleted lines are named. */
const DELETED_AMONG = 500
const HELD_MAX = 50

/** Streams that one socket has open. A page shows one at a time. */
export const STREAMS_MAX = 20

type Entering = { streamId: string; since?: number | undefined }

/**
 * Brings a socket into the room of a stream and answers the chat. It enters first and reads then, so that no line is lost in
 * between. Refuses as `doorOf` has it, and as `conflict` one stream too many.
 */
export async function enterStream(
  app: App,
  socket: EventSocket,
  { streamId, since }: Entering,
): Promise<StreamEntry | null> {
  const { userId } = socket.actor
  const em = app.orm.em.fork()
  const stream = await em.findOne(Stream, { id: streamId })
  const onlooker = { userId, now: app.clock() }
  const found = stream && (await doorOf({ app, em }, onlooker, stream))
  if (!stream || !found) throw noStream()
  if (found.door !== 'open') throw doorRefusal(found.door, stream)
  requireRoom(socket, streamId)
  const isHere = (await socket.join(streamRoom(streamId))) && (await socket.join(viewerRoom(streamId, userId)))
  if (!isHere) return null
  // A block that came meanwhile found the socket outside of the room.
  const refusal = await closedTo({ app, em: app.orm.em.fork() }, stream, onlooker)
  if (refusal) {
    await leaveStream(socket, streamId)
    throw refusal
  }
  return entryOf(app, { streamId, userId, since })
}

/** No wait between the count and the join: joins at once count, too. */
function requireRoom(socket: EventSocket, streamId: string): void {
  const open = socket.rooms(STREAM_ROOMS).filter((room) => viewersIn(room).length === 0)
  if (open.length < STREAMS_MAX || socket.isIn(streamRoom(streamId))) return
  throw new Refusal('conflict', `You have ${STREAMS_MAX} streams open here, the limit. Leave one of them first.`)
}

/** Takes a socket out of the room of a stream. */
export async function leaveStream(socket: EventSocket, streamId: string): Promise<void> {
  await socket.leave(viewerRoom(streamId, socket.actor.userId))
  await socket.leave(streamRoom(streamId))
}

async function entryOf(
  app: App,
  { streamId, userId, since }: { streamId: string; userId: string; since: number | undefined },
): Promise<StreamEntry> {
  const [em, now] = [app.orm.em.fork(), app.clock()]
  const stream = await em.findOneOrFail(Stream, { id: streamId })
  const performer = await em.findOneOrFail(User, { id: stream.performerId })
  const standing = await standingIn(em, stream, { userId, now })
  const cleared = await clearedTo(em, streamId)
  const after = Math.max(since ?? 0, cleared)
  const limit = since === undefined ? FIRST_LINES : LINES_MAX
  const lines = await linesAfter(em, streamId, { since: after, limit })
  const senderId = keepsOrder(standing.role) ? null : userId
  const held = await heldLines(em, streamId, { senderId, limit: HELD_MAX })
  const [pinned] = stream.pinnedId == null ? [] : await linesById(em, [stream.pinnedId])
  const view = (line: LineRow) => lineView(app, line, { userId })
  const seq = Math.max(stream.chatSeq, lines.at(-1)?.seq ?? 0)
  const first = lines[0]?.seq ?? seq + 1
  return {
    ...{ stream: streamView(stream, { performer, viewerId: userId }), chat: modeView(standing.role, stream.chat) },
    ...{ messages: lines.map(view), held: held.map(view), pinned: pinned?.state === 'shown' ? view(pinned) : null },
    deleted: since === undefined ? [] : await deletedAmong(em, streamId, { since, limit: DELETED_AMONG }),
    clearedTo: cleared,
    missed: since === undefined ? 0 : Math.max(0, first - 1 - after),
    seq,
    you: standingView({ standing, mode: stream.chat, now }),
    at: now.getTime(),
  }
}
