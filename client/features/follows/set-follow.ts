import { followLane } from '@vesper/sync/vesper/mutations/follows.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import * as v from 'valibot'
import { setToggle } from '../../core/sync/set-toggle.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'

type Meant = {
  performerId: string
  following: boolean
  /** The creator's row on the device, to show offline. */
  creator: Creator | null
}

/** Follows a creator, or ceases to. */
export function setFollow(
  sync: Pick<Sync, 'db' | 'mutate' | 'discard'>,
  { performerId, following, creator }: Meant,
): Promise<void> {
  // A row of the tables has more than the card.
  const performer = creator ? { performer: v.parse(Creator, creator) } : {}
  return setToggle(sync, {
    lane: followLane(performerId),
    collection: 'follows',
    rowId: performerId,
    queue: () => sync.mutate('follow.set', { performerId, following, ...performer }),
  })
}
