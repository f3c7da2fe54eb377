import type { App } from '../../../app.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import type { RtcPeer } from '../../../infra/rtc/stream-engine.ts'
import { findStrangers } from './find-strangers.ts'
import { ownRooms } from './own-rooms.ts'
import type { OwnRoom } from './own-rooms.ts'
import { removeStranger } from './remove-stranger.ts'
import { settleRoom } from './settle-room.ts'
import type { StreamRow } from './settle-room.ts'
import { stepClock } from './stream-clock.ts'

/**
 * Looks at all rooms of this server: counts, removes who may not stay, and stores and tells what is new. Two statements read,
 * however many rooms there are. One room that fails stops no other.
 */
export async function tickStreams(app: App): Promise<void> {
  const rooms = [...ownRooms(app).values()]
  if (rooms.length === 0) return
  const looks = await Promise.all(rooms.map((room) => look(app, room)))
  const strangers = await findStrangers(app, looks)
  await Promise.all(strangers.map((one) => safely(app, one.room, () => removeStranger(app, one))))
  const rows = await rowsOf(app, rooms)
  for (const { room, reason } of looks) {
    await safely(app, room, () => settleRoom(app, room, { row: rows.get(room.id), reason }))
  }
}

/** Counts the peers of a room, and moves its clock on. */
async function look(app: App, room: OwnRoom) {
  const peers = (await app.rtc.room(room.id))?.peers ?? []
  const { reason, ...clock } = stepClock(room.clock, { now: performance.now(), silentMs: silence(peers, room) })
  const accounts = new Set(peers.flatMap(({ role, userId }) => (role === 'view' ? userId : [])))
  accounts.delete(room.performerId)
  // A clock that has run out stays where it was: an end that could not be written is tried again.
  if (reason === null) room.clock = clock
  room.viewers = accounts.size
  room.viewersPeak = Math.max(room.viewersPeak, accounts.size)
  return { room, peers, reason }
}

/** The age of the latest packet that the creator has sent; null before the first one. */
function silence(peers: readonly RtcPeer[], { performerId }: OwnRoom): number | null {
  const ages = peers.flatMap(({ role, userId, silentMs }) =>
    role === 'publish' && userId === performerId && silentMs !== null ? silentMs : [],
  )
  return ages.length === 0 ? null : Math.min(...ages)
}

async function rowsOf(app: App, rooms: readonly OwnRoom[]): Promise<ReadonlyMap<string, StreamRow>> {
  const rows = await app.orm.em.fork().execute<StreamRow[]>(
    `select st.id, st.status, st.is_away as "isAway", ${openToOthers('u')} as "isOpen"
     from stream st join "user" u on u.id = st.performer_id where st.id = any(?::uuid[])`,
    [`{${rooms.map(({ id }) => id).join()}}`],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function safely(app: App, { id }: Pick<OwnRoom, 'id'>, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    app.log.error({ err: error, stream: id }, 'a stream could not be looked after')
  }
}
