import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { listSql } from './audience-sql.ts'
import type { FanList } from './entity.ts'
import { countable, SEEN, withCreator } from './fan-sql.ts'

type Counted = Pick<FanList, 'id' | 'rule'>

/**
 * The numbers of fans on these lists of one creator now, by list, in one statement: lists with one rule are counted once, and
 * the accounts that count are found once for all.
 */
export async function countLists(
  em: SqlEntityManager,
  performerId: string,
  { lists, now }: { lists: readonly Counted[]; now: Date },
): Promise<Map<string, number>> {
  const alike = [...Map.groupBy(lists, keyOf).values()]
  if (alike.length === 0) return new Map()
  const begin = withCreator(performerId, now)
  const sets = alike.flatMap(([list]) => (list ? listSql(list, 'seen') : []))
  const rows = await em.execute<{ place: number; count: number }[]>(
    `${begin.sql}, seen as materialized (${SEEN}),
     member as materialized (${sets.map(({ sql }, place) => `select distinct ${place} as place, fan_id from (${sql}) as s(fan_id)`).join(' union all ')}),
     fan as materialized (select u.id from creator cross join "user" u
       where u.id in (select fan_id from member) and ${countable('u')})
     select place, count(*)::int as count from member join fan on fan.id = fan_id group by place`,
    [...begin.params, ...sets.flatMap(({ params }) => params)],
  )
  const counts = new Map(rows.map(({ place, count }) => [place, count]))
  return new Map(alike.flatMap((same, place) => same.map(({ id }) => [id, counts.get(place) ?? 0] as const)))
}

function keyOf({ id, rule }: Counted): string {
  return rule ? JSON.stringify(rule, Object.keys(rule).toSorted()) : id
}
