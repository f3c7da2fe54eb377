import type { ChangedRow } from '../pull/change-index.ts'
import type { CollectionName } from '../synced-collection.ts'

/** An entity class, as `defineEntity` makes it. */
export type EntityClass = { meta: { className: string } }

/** The writes of a flush to one entity: the part of the ORM's change set that recorders read. */
export type EntityChange<Entity> = {
  entity: Entity
  type: string
  payload: object
  /** The columns as they were read, of what is changed. */
  originalEntity?: object | undefined
}

/** Notes which rows of which spaces a change of one entity touches. */
export type Recorder<Entity> = (changes: Changes, change: EntityChange<Entity>) => void

type Row = Omit<ChangedRow, 'deleted'>

/** The changes of one transaction, as far as devices hold them. */
export class Changes {
  readonly rows = new Map<string, ChangedRow>()
  /** Ids by the class of their entity: rows that show these entities changed as well; see `DerivedRows`. */
  readonly shown = new Map<string, Set<string>>()

  /** Notes a row. With `change`, it is deleted if the entity is; else it is as it was noted before. */
  add(row: Row & { deleted?: boolean }, change?: EntityChange<unknown>): void {
    const key = `${row.space} ${row.collection} ${row.id}`
    const deleted = row.deleted ?? change?.type.startsWith('delete') ?? this.rows.get(key)?.deleted ?? false
    this.rows.set(key, { ...row, deleted })
  }

  /** Notes that an entity looks different in all rows that show it. */
  show({ meta }: EntityClass, id: string): void {
    const ids = this.shown.get(meta.className) ?? new Set<string>()
    this.shown.set(meta.className, ids.add(id))
  }
}

/** The recorder of an entity that is one row of one space. */
export function oneRow<Entity>(
  collection: CollectionName,
  place: (entity: Entity) => Omit<Row, 'collection'>,
): Recorder<Entity> {
  return (changes, change) => changes.add({ collection, ...place(change.entity) }, change)
}

/** Rows that show an entity of another domain, and change with it. */
export type DerivedRows = { shows: EntityClass; sql: string }

/**
 * Declares that rows of `collection` show `shows`. `space` and `id` are SQL expressions over `from`, which has one
 * parameter: the ids of the entities that changed, as `uuid[]`.
 */
export function derivedRows({
  shows,
  collection,
  space,
  id,
  from,
}: {
  shows: EntityClass
  collection: CollectionName
  space: string
  id: string
  from: string
}): DerivedRows {
  return { shows, sql: `select ${space}, '${collection}', ${id}, false from ${from}` }
}
