import assert from 'node:assert/strict'
import type { EntityName, EntityProperty } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { KEPT } from './driver/prepared-statements.ts'

/** An entity as `defineEntity` makes it. */
type EntityOf<Row extends object> = EntityName<Row>

type Read = {
  columns: string
  table: string
  key: { name: string; column: string }
  columnOf: ReadonlyMap<string, string>
  dates: string[]
  numbers: string[]
}

const readings = new WeakMap<object, Read>()

/**
 * The rows of an entity with these ids, by id, as plain objects of its type. They are read past the ORM, which needs several
 * times as long to make an entity as PostgreSQL to find it. So a change of one is never written.
 */
export async function plainById<Row extends object>(
  em: SqlEntityManager,
  Entity: EntityOf<Row>,
  ids: Iterable<string>,
): Promise<Map<string, Row>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const { columns, table, key } = readingOf(em, Entity)
  const rows = await em.execute<Record<string, unknown>[]>(
    `${KEPT} select ${columns} from ${table} where ${key.column} = any(?::uuid[])`,
    [`{${wanted.join()}}`],
  )
  return new Map(asPlain(em, Entity, rows).map((row) => [String(row[key.name as keyof Row]), row]))
}

/** The rows of a statement that selects `plainColumns`, as `plainById` answers them. The rows themselves are changed. */
export function asPlain<Row extends object>(
  em: SqlEntityManager,
  Entity: EntityOf<Row>,
  rows: readonly Record<string, unknown>[],
): Row[] {
  const { dates, numbers } = readingOf(em, Entity)
  for (const row of rows) {
    for (const name of dates) if (row[name] !== null) row[name] = new Date(row[name] as string)
    for (const name of numbers) if (row[name] !== null) row[name] = Number(row[name])
  }
  return rows as readonly object[] as Row[]
}

/** SQL: the table of an entity, its columns under the names of their properties, and the column of a property. `isTime`: it has times. */
export function plainColumns(em: SqlEntityManager, Entity: EntityName) {
  const { columns, table, columnOf, dates } = readingOf(em, Entity)
  return {
    ...{ columns, table },
    isTime: (name: string): boolean => dates.includes(name),
    columnOf: (name: string): string => {
      const column = columnOf.get(name)
      assert(column, `${table} has no ${name}`)
      return column
    },
  }
}

/** The row of an entity with this id, as `plainById` reads it; null when there is none. */
export async function plainRow<Row extends object>(
  em: SqlEntityManager,
  Entity: EntityOf<Row>,
  id: string,
): Promise<Row | null> {
  return (await plainById(em, Entity, [id])).get(id) ?? null
}

function readingOf(em: SqlEntityManager, Entity: EntityName): Read {
  const known = readings.get(Entity)
  if (known) return known
  const { props: all, tableName, primaryKeys } = em.getMetadata().get(Entity)
  const props = all.filter(({ lazy }) => lazy !== true)
  const primary = props.find(({ name }) => name === primaryKeys[0])
  assert(primary, `${tableName} has no key`)
  const columnOf = ({ fieldNames: [column] }: EntityProperty) => `"${column}"`
  const namesOf = (isOne: (property: EntityProperty) => boolean) => props.filter(isOne).map(({ name }) => name)
  const reading: Read = {
    columns: props.map((property) => `${columnOf(property)} as "${property.name}"`).join(', '),
    table: `"${tableName}"`,
    key: { name: primary.name, column: columnOf(primary) },
    columnOf: new Map(props.map((property) => [property.name, columnOf(property)])),
    dates: namesOf(({ runtimeType }) => runtimeType === 'Date'),
    // PostgreSQL gives 64 bits as text.
    numbers: namesOf(({ runtimeType, columnTypes: [type = ''] }) => runtimeType === 'number' && type.startsWith('big')),
  }
  readings.set(Entity, reading)
  return reading
}
