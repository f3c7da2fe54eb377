import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import { CreatorPause, hasTime } from './entity.ts'

/** The pauses of each of these creators, the earliest first. */
export async function pausesOf(
  em: Pick<SqlEntityManager, 'find'>,
  performerIds: readonly string[],
): Promise<(performerId: string) => Pause[]> {
  const ids = [...new Set(performerIds)]
  const rows =
    ids.length === 0
      ? []
      : await em.find(CreatorPause, { performerId: { $in: ids } }, { orderBy: { startsAt: 'asc', id: 'asc' } })
  const byCreator = Map.groupBy(rows.filter(hasTime), ({ performerId }) => performerId)
  return (performerId) => (byCreator.get(performerId) ?? []).map(pauseView)
}

function pauseView({ id: _id, startsAt, endsAt }: CreatorPause): Pause {
  return { _id, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}
