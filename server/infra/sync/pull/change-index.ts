import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { KEPT } from '../../database/driver/prepared-statements.ts'
import type { CollectionName } from '../synced-collection.ts'
import type { Behind } from './plan-patches.ts'
import { DELTA_MAX } from './plan-patches.ts'

export type ChangedRow = { space: string; collection: CollectionName; id: string; deleted: boolean }

/** The changes of each space since its cursor, with their number of rows: `rows` is null where there are many. */
export type Changed = { counts: Map<string, number>; rows: ChangedRow[] | null }

/** Few rows, as a device that is nearly up to date lacks, are read at once; of many it is to be planned which. */
export async function lookIntoChangeIndex(em: SqlEntityManager, behind: readonly Behind[]): Promise<Changed> {
  const rows = await changedRows(em, behind, DELTA_MAX + 1)
  if (rows.length > DELTA_MAX) return { counts: await countChanged(em, behind), rows: null }
  const bySpace = Map.groupBy(rows, ({ space }) => space)
  return { counts: new Map([...bySpace].map(([space, ofSpace]) => [space, ofSpace.length])), rows }
}

/** How many rows changed in each space since its cursor, counted up to DELTA_MAX + 1; spaces to reset are left out. */
async function countChanged(em: SqlEntityManager, behind: readonly Behind[]): Promise<Map<string, number>> {
  const cursors = cursorsOf(behind)
  if (cursors.length === 0) return new Map()
  const rows = await em.execute<{ space: string; changed: number }[]>(
    `select t.space, n.changed
     from jsonb_to_recordset(?::jsonb) as t(space text, since bigint)
     cross join lateral (
       select count(*)::int as changed
       from (select 1 from change c where c.space = t.space and c.version > t.since limit ?) as newer
     ) as n`,
    [JSON.stringify(cursors), DELTA_MAX + 1],
  )
  return new Map(rows.map(({ space, changed }) => [space, changed]))
}

/** The rows that changed in each space since its cursor, at most `limit` together; spaces to reset are left out. */
export async function changedRows(
  em: SqlEntityManager,
  behind: readonly Behind[],
  limit?: number,
): Promise<ChangedRow[]> {
  const cursors = cursorsOf(behind)
  if (cursors.length === 0) return []
  return em.execute(
    `${KEPT} select c.space, c.collection, c.entity_id as id, c.deleted
     from jsonb_to_recordset(?::jsonb) as t(space text, since bigint)
     join change c on c.space = t.space and c.version > t.since
     limit ?`,
    [JSON.stringify(cursors), limit ?? null],
  )
}

function cursorsOf(behind: readonly Behind[]): { space: string; since: number }[] {
  return behind.flatMap(({ space, since }) => (since === null ? [] : [{ space, since }]))
}
