import type { MikroORM } from '@mikro-orm/postgresql'

/** Work that waits, `inMs` before it is due or after. `isAttended`: its job runs somewhere, in a process that gives signs of life. */
export type DueWork = { name: string; inMs: number; isAttended: boolean }

/** The two pieces of work of each job that are due first, in each of the states in which work waits. */
const DUE = `
  select n.name, w.due as "inMs", exists (
    select from pgboss.job a where a.name = n.name and a.state = 'active'
      and coalesce(a.heartbeat_on, a.started_on) > now() - interval '90 seconds'
  ) as "isAttended"
  from jsonb_array_elements_text(?::jsonb) as n(name)
  cross join (values ('created'::pgboss.job_state), ('retry'::pgboss.job_state)) as s(state)
  cross join lateral (
    select extract(epoch from j.start_after - now())::float8 * 1000 as due
    from pgboss.job j where j.name = n.name and j.state = s.state and not j.blocked
    order by j.start_after limit 2
  ) w
  order by w.due`

/** The work that waits, what is due first before the rest. The database's clock counts. */
export async function readDueWork(orm: MikroORM, names: readonly string[]): Promise<DueWork[]> {
  return orm.em.fork().execute<DueWork[]>(DUE, [JSON.stringify(names)])
}
