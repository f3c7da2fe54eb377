import type { SqlEntityManager } from '@mikro-orm/postgresql'

type Column = { name: string; type: string }

/** A value of each type for the columns that a test does not name. */
const ANY: { readonly [type: string]: string } = {
  ...{ uuid: 'gen_random_uuid()', text: `'x'`, boolean: 'false', date: `'1990-01-01'`, jsonb: `'{}'`, json: `'{}'` },
  ...{ 'character varying': `'x'`, 'timestamp with time zone': 'now()', ARRAY: `'{}'` },
  ...{ integer: '0', bigint: '0', smallint: '0', real: '0', 'double precision': '0' },
}

/**
 * Writes `count` rows straight into a table, past the change feed. `values` are expressions of SQL over the row's number `n`,
 * from 1; a column that must have a value and is not among them gets any of its type.
 */
export async function fillTable(
  em: SqlEntityManager,
  table: string,
  { count, values }: { count: number; values: { readonly [column: string]: string } },
): Promise<void> {
  const needed = await em.execute<Column[]>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = ? and is_nullable = 'NO' and column_default is null
       and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  )
  const all = Object.fromEntries(needed.map(({ name, type }) => [name, ANY[type] ?? 'null']))
  const columns = Object.entries({ ...all, ...values })
  await em.execute(
    `insert into "${table}" (${columns.map(([name]) => `"${name}"`).join()})
     select ${columns.map(([, value]) => value).join()} from generate_series(1, ${count}) as n`,
  )
}

/** SQL: the id of the thing with this number, which is an expression of SQL. `kind`: one digit for each kind of things. */
export function idOf(kind: number, number: string | number): string {
  return `('0000000${kind}-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`
}
