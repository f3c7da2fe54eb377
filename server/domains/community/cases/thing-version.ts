import type { SqlEntityManager } from '@mikro-orm/postgresql'

/** The version of a thing or an account: it changes with each decision on it, and with each that is taken back. */
export async function thingVersion(em: SqlEntityManager, id: string): Promise<number> {
  const [row] = await em.execute<{ version: number }[]>(
    `select ${thingVersionSql('o.id')} as version from (select ?::uuid as id) o`,
    [id],
  )
  return row?.version ?? 0
}

/** The versions of many by their ids, which are UUIDs. */
export async function thingVersions(em: SqlEntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await em.execute<{ id: string; version: number }[]>(
    `select o.id, ${thingVersionSql('o.id')} as version from (select unnest(?::uuid[]) as id) o`,
    [`{${ids.join(',')}}`],
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The same in SQL; takes an expression of the id. */
export function thingVersionSql(id: string): string {
  return `(select (count(*) + count(d.reversed_at))::int from moderation_decision d where d.object_id = ${id})`
}
