import { CheckConstraintViolationException } from '@mikro-orm/postgresql'
import type { SqlEntityManager } from '@mikro-orm/postgresql'

/** Tables of the database itself, which every start writes. */
const OWN = ['mikro_orm_migrations', 'epoch', 'server_run', 'server']

/** Amounts that a check wants to be above the others of their row, which are 1. */
const LARGE = new Set(['payout.amount', 'order_line.unit_price'])

type Column = {
  table: string
  column: string
  type: string
  length: number | null
  /** The first value of a check that lists values. */
  allowed: string | null
  /** The column may stay empty, and a check compares it with others. */
  isChoice: boolean
}

/** Puts one row into every table. Triggers and foreign keys rest meanwhile, since the rows make no story. */
export async function fillTables(em: SqlEntityManager): Promise<void> {
  const tables = Object.entries(Object.groupBy(await readColumns(em), ({ table }) => table))
  await em.transactional(async (tx) => {
    await tx.execute(`set local session_replication_role = 'replica'`)
    for (const [, columns = []] of tables) await fillTable(tx, columns)
  })
}

/** Tries to fill every column, then to leave out ever more of those that a check compares. */
async function fillTable(em: SqlEntityManager, columns: readonly Column[]): Promise<void> {
  const choices = columns.filter(({ isChoice }) => isChoice)
  const subsets = Array.from({ length: 2 ** choices.length }, (_, bits) => choices.filter((_, n) => (bits >> n) & 1))
  let refused: unknown
  for (const left of subsets.toSorted((a, b) => a.length - b.length)) {
    const filled = columns.filter((column) => !left.includes(column))
    const names = filled.map(({ column }) => `"${column}"`).join(', ')
    const statement = `insert into "${columns[0]?.table}" (${names}) values (${filled.map(valueFor).join(', ')})`
    try {
      return await em.transactional(async (savepoint) => void (await savepoint.execute(statement)))
    } catch (error) {
      if (!(error instanceof CheckConstraintViolationException)) throw error
      refused = error
    }
  }
  throw refused
}

/** The rows of every table, as JSON. */
export async function readTables(em: SqlEntityManager): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {}
  for (const table of new Set((await readColumns(em)).map((column) => column.table))) {
    const rows = await em.execute<{ row: object }[]>(`select to_jsonb(t) as row from "${table}" t`)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** Columns that take values. */
function readColumns(em: SqlEntityManager): Promise<Column[]> {
  return em.execute<Column[]>(
    `select c.table_name as "table", c.column_name as "column", c.udt_name as type, c.character_maximum_length as length,
       (select substring(pg_get_constraintdef(k.oid) from '''([^'']*)''::text')
        from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
        where k.contype = 'c' and k.conrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name
        limit 1) as allowed,
       (c.is_nullable = 'YES' or c.column_default is not null) and exists (
         select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
         where k.contype = 'c' and cardinality(k.conkey) > 1 and k.conrelid = format('%I', c.table_name)::regclass
           and a.attname = c.column_name) as "isChoice"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and not c.table_name = any(string_to_array(?, ','))
     order by c.table_name, c.ordinal_position`,
    [OWN.join(',')],
  )
}

function valueFor({ table, column, type, length, allowed }: Column): string {
  if (type.startsWith('_')) return `'{}'`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'bool') return 'true'
  if (type === 'jsonb') return `'{}'`
  if (type === 'timestamptz') return 'now()'
  if (type === 'date') return 'current_date'
  if (/^(int|float|numeric)/.test(type)) return LARGE.has(`${table}.${column}`) ? '9' : '1'
  return `'${allowed ?? 'a text'.slice(0, length ?? undefined)}'`
}
