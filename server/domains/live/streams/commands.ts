import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'
import { GROUP_FANS_MAX } from '@vesper/sync/vesper/api/live-streams.ts'
import { isOpenToOthers } from '../../../content/open-to-others.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'
import { Performer } from '../../people/performers/entity.ts'
import { closeRoom } from './close-room.ts'
import { OPEN_CHAT, Stream, StreamSettings } from './entity.ts'
import { nodeOf } from './node-of.ts'
import { newRoom, ownRooms, secondsOf } from './own-rooms.ts'
import { requireOneServer } from './require-one-server.ts'
import { returnTicketsJob, ticketsDueOf } from './tickets/return-tickets.ts'

/** The refusal of a stream that does not exist, or that the account may not know of. */
export function noStream(): Refusal {
  return new Refusal('not-found', NO_STREAM)
}

export const NO_STREAM = 'This stream does not exist.'

type NewStream = Pick<Stream, 'id' | 'performerId' | 'kind' | 'title' | 'access' | 'record'> & {
  price: number | null
  rate: number | null
}

/**
 * Begins a stream whose room is on this server; the same id again is the same stream. After the commit the room is open, or
 * the stream has ended as `closed`. Refuses as `forbidden` a creator whom others cannot reach, or whom staff keep from it, as `conflict` one who is live
 * already, with the id of that stream, an id of another, and any while several servers run without LiveKit. A private show may run beside a public stream, which shows the
 * creator as away, and beside no group show.
 */
export async function beginStream(tx: Tx, given: NewStream): Promise<Stream> {
  const known = await tx.em.findOne(Stream, { id: given.id })
  // The id of a private show is chosen by its fan: it opens no room of another kind.
  if (known && (known.performerId !== given.performerId || known.kind !== given.kind)) throw idTaken()
  if (known) return known
  await requireOpen(tx, given.performerId)
  await requireUnrestricted(tx, given.performerId, 'publish')
  if (given.price !== null || given.rate !== null) await requireUnrestricted(tx, given.performerId, 'sell')
  await refuseSecond(tx, given)
  await requireOneServer(tx)
  const isBusy = await isInShow(tx, given)
  if (isBusy && given.kind === 'group') throw new Refusal('conflict', 'End your private show first.')
  const settings = await tx.em.findOne(StreamSettings, { performerId: given.performerId })
  const stream = tx.em.create(Stream, {
    ...{ ...given, engine: tx.app.rtc.name, node: nodeOf(tx.app), chat: chatOf(given, settings) },
    ...{ isAway: isBusy && given.kind === 'public', createdAt: tx.now, updatedAt: tx.now },
  })
  try {
    await tx.flush()
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw idTaken()
  }
  const { streamViewersMax } = await tx.app.settings.readIn(tx)
  const maxViewers = maximumOf(stream, settings, streamViewersMax)
  tx.afterCommit(() => openRoom(tx, stream, maxViewers))
  return stream
}

/**
 * Ends a stream; one that has ended stays as it is. After the commit its room is closed, and its viewers know. Tickets of one
 * that ends soon are given back by a job.
 */
export async function endStream(
  tx: Tx,
  { id, reason }: { id: string; reason: NonNullable<Stream['endedReason']> },
): Promise<Stream> {
  const stream = await lockStream(tx, id)
  if (stream.status !== 'ended') {
    const room = ownRooms(tx.app).get(id)
    const seconds = Math.max(stream.seconds, room ? secondsOf(room) : 0)
    const ended = { status: 'ended', endedReason: reason, endedAt: tx.now, updatedAt: tx.now, isAway: false } as const
    const ticketsDue = ticketsDueOf(stream, seconds)
    tx.em.assign(stream, { ...ended, seconds, viewers: 0, ticketsDue })
    await tx.flush()
    if (ticketsDue !== null) tx.afterCommit(() => tx.app.jobs.wake(returnTicketsJob))
  }
  tx.afterCommit(() => closeRoom(tx.app, stream))
  return stream
}

/** The stream, locked until the commit. Refuses as `not-found`. */
export async function lockStream(tx: Tx, id: string): Promise<Stream> {
  const stream = await tx.em.findOne(Stream, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!stream) throw noStream()
  return stream
}

/** The most viewers that a stream takes, of the `most` that the site allows. */
export function maximumOf(
  { kind }: Pick<Stream, 'kind'>,
  settings: Pick<StreamSettings, 'groupMaximum'> | null,
  most: number,
): number {
  if (kind === 'private') return 1
  return kind === 'group' ? Math.min(most, settings?.groupMaximum ?? GROUP_FANS_MAX) : most
}

/** The rules that a chat begins with. Fans who pay by the minute write without them, but for the terms of a creator. */
function chatOf({ kind }: Pick<Stream, 'kind'>, settings: Pick<StreamSettings, 'chat'> | null): ChatMode {
  const chat = settings?.chat ?? OPEN_CHAT
  return kind === 'public' ? chat : { ...OPEN_CHAT, blockedTerms: chat.blockedTerms }
}

function idTaken(): Refusal {
  return new Refusal('conflict', 'This id is taken. Choose another one.')
}

async function requireOpen(tx: Tx, userId: string): Promise<void> {
  const user = await tx.em.findOneOrFail(User, { id: userId })
  const performer = await tx.em.findOne(Performer, { userId })
  const { status, isPerformer, emailVerifiedAt } = user
  const isOpen = isOpenToOthers({ status, isPerformer, emailVerifiedAt, verification: performer?.verification ?? null })
  if (!isPerformer || !isOpen) throw new Refusal('forbidden', 'Your account is not approved yet.')
}

async function refuseSecond(tx: Tx, { performerId, kind }: NewStream): Promise<void> {
  if (kind === 'private') return
  const open = await tx.em.findOne(Stream, { performerId, kind: { $ne: 'private' }, status: { $ne: 'ended' } })
  if (open) throw new Refusal('conflict', 'You are live already.', [{ path: 'streamId', message: open.id }])
}

/** True for a creator whose private show runs: another stream of theirs shows them as away. */
async function isInShow(tx: Tx, { performerId, kind }: NewStream): Promise<boolean> {
  if (kind === 'private') return false
  return (await tx.em.count(Stream, { performerId, kind: 'private', status: { $ne: 'ended' } })) > 0
}

async function openRoom({ app }: Tx, stream: Stream, maxViewers: number): Promise<void> {
  ownRooms(app).set(stream.id, newRoom(stream, maxViewers))
  try {
    // Seats of a show are counted before: a creator who looks at their own picture takes none.
    const own = stream.kind === 'public' ? 0 : 1
    await app.rtc.open(stream.id, { record: stream.record, maxViewers: maxViewers + own })
  } catch (error) {
    app.log.error({ err: error, stream: stream.id }, 'the room of a stream could not be opened')
    await transact(app, null, (tx) => endStream(tx, { id: stream.id, reason: 'closed' }))
  }
}
