import { followLane } from '@vesper/sync/mutations/follows.ts'
import { Creator } from '@vesper/sync/records/creator.ts'
import * as v from 'valibot'
import type { Sync } from '../../with-sync.tsx'

export type Intention = {
  performerId: string
  following: boolean
  /** What the device knows of the creator, to show without a line. */
  creator: Creator | null
}

/** Follows a creator, or ceases to, offline too. What was refused before is dropped: this is meant in its place. */
export async function setFollow(
  { db, mutate, discard }: Pick<Sync, 'db' | 'mutate' | 'discard'>,
  { performerId, following, creator }: Intention,
): Promise<void> {
  const lane = db.outbox.where('lane').equals(followLane(performerId))
  const refused = (await lane.toArray()).filter(({ state }) => state === 'rejected')
  for (const { id } of refused) await discard(id)
  // A row of the tables has more than the card.
  const performer = creator ? { performer: v.parse(Creator, creator) } : {}
  const { id } = await mutate('follow.set', { performerId, following, ...performer })
  // Meant, and meant otherwise before it was sent: the server has nothing to do.
  const isUndone = !(await db.base.get(['follows', performerId])) && (await lane.count()) === 1
  if (isUndone) await discard(id)
}
