import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { streamDoors } from '@vesper/sync/vesper/api/live-streams.ts'
import { accessOf } from '../../../content/access.ts'
import type { Viewer } from '../../../content/access.ts'
import { blocksAccount } from '../../../content/blocks.ts'
import { viewersOf } from '../../../content/viewers.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import type { Stream } from './entity.ts'
import { ownRooms } from './own-rooms.ts'

export type Door = (typeof streamDoors)[number]

/** The fields of a stream that decide who may watch. */
export type Entered = Pick<Stream, 'id' | 'performerId' | 'kind' | 'status' | 'access' | 'isHidden'>

/**
 * The door that an onlooker finds at a stream; null: they may not know of it. A room without a place is `full` for all who
 * are outside of it, also for those who would have to pay first.
 */
export async function doorOf(source: Source, onlooker: Onlooker, stream: Entered): Promise<{ door: Door } | null> {
  const { userId } = onlooker
  const door = await rightOf(source, onlooker, stream)
  if (door === null) return null
  const mayCome = door === 'open' || door === 'pay' || door === 'rate'
  if (!mayCome || userId === stream.performerId) return { door }
  return { door: (await isFull(source, userId, stream)) ? 'full' : door }
}

/** The same, however many are in the room. */
export async function rightOf(
  { em }: Pick<Source, 'em'>,
  onlooker: Onlooker,
  stream: Entered,
): Promise<Exclude<Door, 'full'> | null> {
  const viewers = await viewersOf(em, onlooker, [viewedStream(stream)])
  const viewer = viewers(viewedStream(stream))
  const hasSeat = (await seatOf(em, onlooker.userId, stream)) !== null
  return doorFor(stream, {
    viewer,
    hasSeat,
    isBarred: viewer.isBlocked && (await isBarred(em, onlooker.userId, stream)),
  })
}

/** The thing that entitlements name. */
export function viewedStream({ id, performerId }: Pick<Stream, 'id' | 'performerId'>) {
  return { objectType: 'stream', id, performerId } as const
}

/**
 * Decides who watches, by the one rule of access; the number of places is not looked at. A seat is that of a fan in
 * a private show or a group show. `isBarred`: the creator blocks the account by name. Its ticket opens the stream no more, and
 * is given back. A ticket stays good in a country that is blocked: going there would else be a way to get its price back.
 */
export function doorFor(
  { performerId, kind, status, access, isHidden }: Omit<Entered, 'id'>,
  { viewer, hasSeat, isBarred }: { viewer: Viewer; hasSeat: boolean; isBarred: boolean },
): Exclude<Door, 'full'> | null {
  const isOwner = viewer.userId === performerId
  const asked = kind === 'public' ? access : 'public'
  const seen = accessOf(isBarred ? { ...viewer, isEntitled: false } : viewer, {
    performerId,
    status: isHidden ? 'hidden' : 'active',
    access: asked,
  })
  if (seen === 'hidden') return null
  if (kind === 'private' && !isOwner && !hasSeat) return null
  if (status === 'ended') return 'over'
  if (kind === 'group') return isOwner || hasSeat ? 'open' : 'rate'
  if (seen === 'open') return 'open'
  return closedDoors[asked]
}

const closedDoors = { public: 'open', followers: 'follow', subscribers: 'subscribe', paid: 'pay' } as const

/** The id of the open show of a fan that this room is for: a seat, or the private show; null for none. */
export async function seatOf(
  em: SqlEntityManager,
  userId: string | null,
  { id, kind }: Pick<Stream, 'id' | 'kind'>,
): Promise<string | null> {
  if (userId === null || kind === 'public') return null
  const [seat] = await em.execute<{ id: string }[]>(
    `select sh.id from show sh where sh.stream_id = ? and sh.fan_id = ? and ${SEATED}`,
    [id, userId],
  )
  return seat?.id ?? null
}

async function isBarred(em: SqlEntityManager, userId: string | null, { performerId }: Entered): Promise<boolean> {
  if (userId === null) return false
  const blocks = await em.execute<object[]>(`select 1 where ${blocksAccount('?::uuid', '?::uuid')}`, [
    performerId,
    userId,
  ])
  return blocks.length > 0
}

/** SQL: the show `sh` gives its fan a seat. */
export const SEATED = `sh.status in ('accepted', 'active')`

/** SQL: the seat `sh` waits until its group show begins. */
export const WAITING = `sh.status = 'accepted' and sh.expires_at is null`

/** Accounts count, not connections: somebody who watches in one tab may in another. The creator takes no place. */
export async function isFull({ app }: Pick<Source, 'app'>, userId: string | null, stream: Entered): Promise<boolean> {
  const [room, own] = [await app.rtc.room(stream.id), ownRooms(app).get(stream.id)]
  if (!room || !own) return false
  const accounts = new Set(room.peers.flatMap((peer) => (peer.role === 'view' ? peer.userId : [])))
  accounts.delete(stream.performerId)
  if (userId !== null && accounts.has(userId)) return false
  return accounts.size >= own.maxViewers
}
