import type { LocalTx } from './local-tx.ts'
import type { StoredRow } from './outbox-record.ts'
import { RowMap } from './row-map.ts'

export type ReadRow = (collection: string, id: string) => Promise<StoredRow | undefined>

/** The optimistic half of one queued mutation, ready to run. */
export type Half = (tx: LocalTx) => Promise<void>

/**
 *     written   what halves wrote          ← a read looks here first
 *     below     rows already in memory
 *     read      the table, asked once a row
 *
 * Invariants: a half that throws leaves nothing; whatever is in `written` has its row, or null, in `below`.
 */
export class Overlay {
  readonly written = new RowMap()
  readonly #below: RowMap
  readonly #read: ReadRow

  constructor(below: RowMap, read: ReadRow) {
    this.#below = below
    this.#read = read
  }

  async run(half: Half): Promise<void> {
    const own = new RowMap()
    await half({
      get: async (collection, id) => {
        const row = own.get(collection, id)
        return (row === undefined ? await this.#visible(collection, id) : row) ?? undefined
      },
      put: async (collection, row) => own.set(collection, row._id, row),
      delete: async (collection, id) => own.set(collection, id, null),
    })
    for (const { collection, id, row } of own.entries()) {
      const under = await this.#under(collection, id)
      this.written.set(collection, id, inSpaceOf(under, row))
    }
  }

  async #visible(collection: string, id: string): Promise<StoredRow | null> {
    const row = this.written.get(collection, id)
    return row === undefined ? this.#under(collection, id) : row
  }

  async #under(collection: string, id: string): Promise<StoredRow | null> {
    const known = this.#below.get(collection, id)
    if (known !== undefined) return known
    const row = (await this.#read(collection, id)) ?? null
    this.#below.set(collection, id, row)
    return row
  }
}

/** An optimistic row stays in the space of the row that it stands for, also when the half built it anew. */
function inSpaceOf(under: StoredRow | null, row: StoredRow | null): StoredRow | null {
  if (!row || under?.$space === undefined || row.$space === under.$space) return row
  return { ...row, $space: under.$space }
}
