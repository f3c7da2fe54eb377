import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import type { Tx } from '../database/transaction.ts'
import { Performer } from '../performers/entity.ts'
import type { Post } from './entity.ts'

/** A performer under the lock of the row: until the commit nobody else gives a place in this feed. */
export async function lockPerformer(tx: Tx, userId: string): Promise<Performer> {
  const performer = await tx.em.findOne(Performer, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!performer) throw new Refusal('forbidden', 'Only creators publish posts.')
  return performer
}

/** Gives a post the next place in its performer's feed, the newest. */
export function putIntoFeed(tx: Tx, post: Post, performer: Performer): void {
  performer.lastPostSeq += 1
  // Read under the lock: later places have later times.
  const publishedAt = tx.app.clock()
  Object.assign(post, { seq: performer.lastPostSeq, status: 'published', publishedAt, scheduledAt: null })
}
