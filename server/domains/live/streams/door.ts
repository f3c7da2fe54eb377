import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { streamDoors } from '@vesper/sync/vesper/api/live-streams.ts'
import { accessOf } from '../../../content/access.ts'
import type { Viewer } from '../../../content/access.ts'
import { viewersOf } from '../../../content/viewers.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import { maximumOf } from './commands.ts'
import { engineOf } from './engine-of.ts'
import { StreamSettings } from './entity.ts'
import type { Stream } from './entity.ts'

export type Door = (typeof streamDoors)[number]

/** The fields of a stream that decide who may watch. */
export type Entered = Pick<Stream, 'id' | 'performerId' | 'kind' | 'status' | 'access'>

/**
 * The door that an onlooker finds at a stream; null: they may not know of it. `open` is said to those alone who could enter
 * now: the room has a place for them.
 */
export async function doorOf(source: Source, onlooker: Onlooker, stream: Entered): Promise<{ door: Door } | null> {
  const { em } = source
  const viewers = await viewersOf(em, onlooker, [viewedStream(stream)])
  const hasSeat = await holdsSeat(em, onlooker.userId, stream)
  const door = doorFor(stream, { viewer: viewers(viewedStream(stream)), hasSeat })
  if (door === null) return null
  const { userId } = onlooker
  if (door !== 'open' || userId === stream.performerId) return { door }
  return { door: (await isFull(source, userId, stream)) ? 'full' : 'open' }
}

/** The thing that entitlements name. */
export function viewedStream({ id, performerId }: Pick<Stream, 'id' | 'performerId'>) {
  return { objectType: 'stream', id, performerId } as const
}

/**
 * Decides who watches, by the one rule of access; the number of places is not looked at. A seat is that of a fan in
 * a private show or a group show.
 */
export function doorFor(
  { performerId, kind, status, access }: Pick<Stream, 'performerId' | 'kind' | 'status' | 'access'>,
  { viewer, hasSeat }: { viewer: Viewer; hasSeat: boolean },
): Exclude<Door, 'full'> | null {
  const isOwner = viewer.userId === performerId
  const asked = kind === 'public' ? access : 'public'
  const seen = accessOf(viewer, { performerId, status: 'active', access: asked })
  if (seen === 'hidden') return null
  if (kind === 'private' && !isOwner && !hasSeat) return null
  if (status === 'ended') return 'over'
  if (kind === 'group') return isOwner || hasSeat ? 'open' : 'rate'
  if (seen === 'open') return 'open'
  return closedDoors[asked]
}

const closedDoors = { public: 'open', followers: 'follow', subscribers: 'subscribe', paid: 'pay' } as const

/** Tells if a fan has a seat in a show that its room is for. */
async function holdsSeat(em: SqlEntityManager, userId: string | null, { id, kind }: Entered): Promise<boolean> {
  if (userId === null || kind === 'public') return false
  const seats = await em.execute<object[]>(
    `select 1 from show sh where sh.stream_id = ? and sh.fan_id = ? and ${SEATED}`,
    [id, userId],
  )
  return seats.length > 0
}

/** SQL: the show `sh` gives its fan a seat. */
export const SEATED = `sh.status in ('accepted', 'active')`

/** Accounts count, not connections: somebody who watches in one tab may in another. */
async function isFull({ app, em }: Source, userId: string | null, stream: Entered): Promise<boolean> {
  const room = await engineOf(app).room(stream.id)
  if (!room) return false
  const accounts = new Set(room.peers.flatMap((peer) => (peer.role === 'view' ? peer.userId : [])))
  if (userId !== null && accounts.has(userId)) return false
  const settings =
    stream.kind === 'group' ? await em.findOne(StreamSettings, { performerId: stream.performerId }) : null
  return accounts.size >= maximumOf(stream, settings)
}
