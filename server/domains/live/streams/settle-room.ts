import type { StreamState } from '@vesper/sync/vesper/live-events.ts'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { closeRoom } from './close-room.ts'
import { endStream } from './commands.ts'
import { Stream } from './entity.ts'
import { noteStream } from './note-stream.ts'
import { secondsOf } from './own-rooms.ts'
import type { OwnRoom } from './own-rooms.ts'
import { streamRoom } from './rooms.ts'
import { WAIT_MS } from './stream-clock.ts'
import type { stepClock } from './stream-clock.ts'
import { rounded } from './views.ts'

/** The row of a stream, as each look reads it. */
export type StreamRow = Pick<Stream, 'id' | 'status' | 'isAway'> & {
  /** Others reach its creator. */
  isOpen: boolean
}

/** Without a sign of life for longer, other servers take a server for dead; see `sweep-streams.ts`. */
const STORE_EVERY_MS = 5_000
const TELL_EVERY_MS = 5_000

/** Follows what has come of a room: ends its stream, or stores and tells how it is, where that is due. */
export async function settleRoom(
  app: App,
  room: OwnRoom,
  { row, reason }: { row: StreamRow | undefined; reason: ReturnType<typeof stepClock>['reason'] },
): Promise<void> {
  if (!row || row.status === 'ended') return closeEnded(app, room)
  if (row.isAway) room.awayAt = performance.now()
  const ending = row.isOpen ? (isExcused(room) ? null : reason) : 'closed'
  if (ending !== null) {
    await transact(app, null, (tx) => endStream(tx, { id: room.id, reason: ending }))
    return
  }
  room.isAway = row.isAway
  const now = performance.now()
  if (row.status !== room.clock.status || now - room.storedAt >= STORE_EVERY_MS) {
    await transact(app, null, (tx) => noteStream(tx, room))
    room.storedAt = now
  }
  tell(app, room, now)
}

/** A creator in a private show sends no picture elsewhere. Back from it, they have the time of a lost line to begin. */
function isExcused({ awayAt }: OwnRoom): boolean {
  return awayAt !== null && performance.now() - awayAt < WAIT_MS
}

/** Another server, or staff, has ended the stream. */
async function closeEnded(app: App, room: OwnRoom): Promise<void> {
  await transact(app, null, ({ em }) =>
    em.execute('update stream set seconds = greatest(seconds, ?) where id = ?', [secondsOf(room), room.id]),
  )
  const stream = await app.orm.em.fork().findOne(Stream, { id: room.id })
  if (stream) await closeRoom(app, stream)
}

function tell(app: App, room: OwnRoom, now: number): void {
  const state: StreamState = {
    ...{ streamId: room.id, status: room.clock.status, reason: null, viewers: rounded(room.viewers) },
    ...{ seconds: secondsOf(room), isAway: room.isAway },
  }
  const { told } = room
  const isNew = told?.status !== state.status || told.viewers !== state.viewers || told.isAway !== state.isAway
  if (!isNew && now - room.toldAt < TELL_EVERY_MS) return
  app.live.toRoom({ room: streamRoom(room.id) }, 'stream:state', state)
  Object.assign(room, { told: state, toldAt: now })
}
