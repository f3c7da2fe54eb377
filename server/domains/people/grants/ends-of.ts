import type { EntityManager } from '@mikro-orm/postgresql'
import { movedTime } from '@vesper/sync/vesper/records/pause-clock.ts'
import { pausesOf } from '../pauses/pauses-of.ts'
import type { Membership } from './entity.ts'

type Counted = Pick<Membership, 'performerId' | 'accessUntil' | 'countedFrom'>

/** Tells when memberships of these creators end: `accessUntil` as the pauses of the creator have moved it. */
export async function endsOf(
  { em }: { em: Pick<EntityManager, 'find'> },
  performerIds: readonly string[],
): Promise<(membership: Counted) => Date> {
  const pauses = await pausesOf(em, performerIds)
  return ({ performerId, accessUntil, countedFrom }) =>
    new Date(movedTime(pauses(performerId), countedFrom.getTime(), accessUntil.getTime()))
}
