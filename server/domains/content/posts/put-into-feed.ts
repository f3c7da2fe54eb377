import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Performer } from '../../people/performers/entity.ts'
import type { Post } from './entity.ts'

/** A performer under the lock of the row: until the commit nobody else gives a place in this feed. */
export async function lockPerformer(tx: Tx, userId: string): Promise<Performer> {
  const performer = await tx.em.findOne(Performer, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!performer) throw new Refusal('forbidden', 'Only creators publish posts.')
  return performer
}

/**
 * Gives posts the next places in their performer's feed, the first one the lowest. A post whose end has passed while it
 * waited is archived there. Later places have later moments,
 * whatever the clock does: devices order a feed by the moment, and look for gaps by the place.
 */
export async function putIntoFeed(tx: Tx, posts: readonly Post[], performer: Performer): Promise<void> {
  let latest = await latestMoment(tx, performer.userId)
  for (const post of posts) {
    performer.lastPostSeq += 1
    // Read under the lock.
    latest = Math.max(tx.app.clock().getTime(), latest + 1)
    const publishedAt = new Date(latest)
    Object.assign(post, { seq: performer.lastPostSeq, status: 'published', publishedAt, scheduledAt: null })
    if (hasEnded(post, publishedAt)) Object.assign(post, ENDED)
  }
}

/** The state of a post after its end. */
export const ENDED = { status: 'archived', isPinned: false } as const

export function hasEnded({ expiresAt }: Pick<Post, 'expiresAt'>, now: Date): boolean {
  return expiresAt != null && expiresAt <= now
}

/** When the newest post of a feed came out, in milliseconds; 0 for none. Writes nothing that waits to be written. */
async function latestMoment(tx: Tx, performerId: string): Promise<number> {
  const [row] = await tx.em.execute<{ latest: Date | null }[]>(
    'select max(published_at) as latest from post where performer_id = ?',
    [performerId],
  )
  return row?.latest ? new Date(row.latest).getTime() : 0
}
