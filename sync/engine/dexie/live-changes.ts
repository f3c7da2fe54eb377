import { Dexie, RangeSet } from 'dexie'
import type { IndexableType, ObservabilitySet, TableSchema } from 'dexie'
import type { Span } from '../store.ts'

/** With so many rows at once all live queries of a table read again: comparing keys would take as long. */
export const MANY = 50

/** Tables of the engine alone: notifying costs every live query its time, and none reads these. */
const UNTOLD = new Set(['base', 'blobs', 'meta'])

/** The rows that a transaction has written, by table and id: null for a deleted one, and no map where not all are known. */
type Written = Map<string, Map<unknown, object | null> | null>

/** The written rows of this tab's transactions: its readers need not read them again. */
const writtenBy = new WeakMap<ObservabilitySet, Written>()

/** All rows of a table that this tab has just written, where `parts` is what was told of it and they are known. */
export function writtenRows(
  parts: ObservabilitySet,
  table: string,
): ReadonlyMap<unknown, object | null> | null | undefined {
  return writtenBy.get(parts)?.get(table)
}

/** The changes of a transaction in the terms of Dexie's live queries: an index and its keys. */
export class LiveChanges {
  readonly #database: string
  readonly #parts: ObservabilitySet = {}
  readonly #written: Written = new Map()

  constructor(database: string) {
    this.#database = database
  }

  put(table: TableSchema, values: readonly object[]): void {
    if (UNTOLD.has(table.name)) return
    this.#note(
      table,
      values.map((value) => [keyOf(value, table.primKey.keyPath as string), value]),
    )
    if (values.length >= MANY) return this.#all(table)
    const keysOf = (keyPath: string | string[] | undefined) => values.map((value) => keyOf(value, keyPath))
    const ids = keysOf(table.primKey.keyPath)
    this.#part(table, '').addKeys(ids)
    // The row that stood there may have left an index that is counted.
    this.#part(table, ':dels').addKeys(ids)
    for (const { name, keyPath } of table.indexes) this.#part(table, name).addKeys(keysOf(keyPath))
  }

  delete(table: TableSchema, spans: readonly Span<IndexableType>[]): void {
    if (UNTOLD.has(table.name)) return
    if (spans.every(([from, to]) => from === to))
      this.#note(
        table,
        spans.map(([id]) => [id, null]),
      )
    else this.#written.set(table.name, null)
    if (spans.length >= MANY) return this.#all(table)
    for (const index of ['', ':dels']) for (const [from, to] of spans) this.#part(table, index).add({ from, to })
  }

  everything(table: TableSchema): void {
    if (UNTOLD.has(table.name)) return
    this.#written.set(table.name, null)
    this.#all(table)
  }

  #all(table: TableSchema): void {
    const all = new RangeSet(Dexie.minKey, Dexie.maxKey)
    for (const index of ['', ':dels', ...table.indexes.map(({ name }) => name)]) this.#part(table, index).add(all)
  }

  /** Once it is committed: those of this tab at once, and Dexie tells the others. */
  tell(): void {
    if (Object.keys(this.#parts).length === 0) return
    writtenBy.set(this.#parts, this.#written)
    Dexie.on.storagemutated.fire(this.#parts)
  }

  #note({ name }: TableSchema, rows: [id: unknown, row: object | null][]): void {
    const noted = this.#written.get(name)
    if (noted === undefined) this.#written.set(name, new Map(rows))
    else if (noted) for (const [id, row] of rows) noted.set(id, row)
  }

  #part({ name }: TableSchema, index: string): RangeSet {
    const part = `idb://${this.#database}/${name}/${index}`
    return (this.#parts[part] ??= new RangeSet()) as RangeSet
  }
}

function keyOf(value: object, keyPath: string | string[] | undefined): IndexableType {
  // A row without the whole of a key is not in that index, and the set takes no such key.
  return Array.isArray(keyPath) ? (keyPath.map((path) => at(value, path)) as IndexableType) : at(value, keyPath ?? '')
}

function at(value: object, path: string): IndexableType {
  return Dexie.getByKeyPath(value, path) as IndexableType
}

/** Some writes may have been missed: every reader of this database, or of another, reads again. */
export function notifyOfEverything(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(Dexie.minKey, Dexie.maxKey) })
}
