import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../../infra/database/transaction.ts'
import { announceLiveJob } from './announce-live.ts'
import { Stream } from './entity.ts'
import { secondsOf } from './own-rooms.ts'
import type { OwnRoom } from './own-rooms.ts'

const HOUR_MS = 3_600_000

/**
 * Stores how a room of this server is, which is the sign of life of its stream. The first picture of a public stream is
 * announced with this transaction. A stream that has ended stays as it is.
 */
export async function noteStream(tx: Tx, room: OwnRoom): Promise<void> {
  const stream = await tx.em.findOne(Stream, { id: room.id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!stream || stream.status === 'ended') return
  const isFirst = stream.startedAt == null && room.clock.mediaAt !== null
  tx.em.assign(stream, {
    ...{ status: room.clock.status, viewers: room.viewers, updatedAt: tx.now },
    seconds: Math.max(stream.seconds, secondsOf(room)),
    viewersPeak: Math.max(stream.viewersPeak, room.viewersPeak),
    ...(isFirst && { startedAt: tx.now }),
  })
  if (isFirst && stream.kind === 'public') await announce(tx, stream)
  await tx.flush()
}

/** Followers hear of one stream in an hour, however often its creator begins anew. */
async function announce(tx: Tx, stream: Stream): Promise<void> {
  const since = new Date(tx.now.getTime() - HOUR_MS)
  const earlier = await tx.em.count(Stream, { performerId: stream.performerId, announcedAt: { $gt: since } })
  if (earlier > 0) return
  stream.announcedAt = tx.now
  await tx.app.jobs.enqueue(tx, announceLiveJob, { streamId: stream.id })
}
