import type { BaseRecord, StoredRow } from './outbox-record.ts'

/** Rows by collection and id, in memory. `null`: known not to be there; `undefined`: not known. */
export class RowMap {
  readonly #collections = new Map<string, Map<string, StoredRow | null>>()

  /** The later of two values for one row counts. */
  constructor(rows: Iterable<BaseRecord> = []) {
    for (const { collection, id, row } of rows) this.set(collection, id, row)
  }

  get(collection: string, id: string): StoredRow | null | undefined {
    return this.#collections.get(collection)?.get(id)
  }

  set(collection: string, id: string, row: StoredRow | null): void {
    const rows = this.#collections.get(collection)
    if (rows) rows.set(id, row)
    else this.#collections.set(collection, new Map([[id, row]]))
  }

  *entries(): Generator<BaseRecord> {
    for (const [collection, rows] of this.#collections) for (const [id, row] of rows) yield { collection, id, row }
  }
}
