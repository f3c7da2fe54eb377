import type { BaseRecord, StoredRow } from './kept.ts'
import { equal } from './equal.ts'
import { Overlay } from './overlay.ts'
import type { Half, ReadRow } from './overlay.ts'
import { RowMap } from './row-map.ts'

/** A row to be written, or `row: null` for one to be removed. */
export type RowChange = { collection: string; id: string; row: StoredRow | null }

export type RebaseInput = {
  /** Every row that is kept aside now. */
  base: BaseRecord[]
  /** What stands in the tables for each of those, but where `changes` has the row too. */
  shown: RowMap
  /** What the server says anew, the later of two for one row winning. */
  changes: RowChange[]
  /** The halves of what is still pending, in order. */
  pending: Half[]
  /** Reads a row of the tables; asked only for rows that are neither kept aside nor changed. */
  read: ReadRow
  /** A half that throws is left out of what the user sees; its mutation stays queued. */
  onError: (error: unknown) => void
}

export type Rebased = {
  rows: RowChange[]
  base: { put: BaseRecord[]; delete: BaseRecord[] }
}

/**
 *     tables  ──base put back──▶  the server's rows  ──changes──▶  the server's rows now  ──pending halves──▶  tables
 *
 * Invariants: after it, the tables are the server's rows with the pending halves run over them in order; `base` holds the
 * server's row for exactly the keys where the two differ; what does not differ from before is not written.
 */
export async function rebase(input: RebaseInput): Promise<Rebased> {
  const server = new RowMap()
  for (const { collection, id, row } of input.base) server.set(collection, id, row)
  const rewritten = new RowMap()
  for (const { collection, id, row } of input.changes) {
    server.set(collection, id, row)
    rewritten.set(collection, id, row)
  }
  const overlay = new Overlay(server, input.read)
  for (const half of input.pending) await overlay.run(half).catch(input.onError)
  return difference({ ...input, server, rewritten, written: overlay.written })
}

type Layers = Pick<RebaseInput, 'base' | 'shown'> & { server: RowMap; rewritten: RowMap; written: RowMap }

function difference(layers: Layers): Rebased {
  const { shown, server, rewritten, written } = layers
  const rows: RowChange[] = []
  for (const { collection, id, row } of server.entries()) {
    const ours = written.get(collection, id)
    const final = ours === undefined ? row : ours
    const standing = standingRow({ shown, rewritten }, { collection, id, row })
    if (standing === undefined || !equal(final, standing)) rows.push({ collection, id, row: final })
  }
  return { rows, base: baseDifference(layers) }
}

/** `undefined` when nobody looked: a changed row is not read before it is overwritten. */
function standingRow({ shown, rewritten }: Pick<Layers, 'shown' | 'rewritten'>, { collection, id, row }: RowChange) {
  const known = shown.get(collection, id)
  if (known !== undefined) return known
  // Neither kept aside nor changed: a half asked for it, so it has just been read from the table.
  return rewritten.get(collection, id) === undefined ? row : undefined
}

function baseDifference({ base, server, written }: Layers): Rebased['base'] {
  const before = new RowMap()
  for (const { collection, id, row } of base) before.set(collection, id, row)
  const put: BaseRecord[] = []
  const kept = new RowMap()
  for (const { collection, id, row: ours } of written.entries()) {
    const row = server.get(collection, id) ?? null
    if (equal(ours, row)) continue
    kept.set(collection, id, row)
    const old = before.get(collection, id)
    if (old === undefined || !equal(old, row)) put.push({ collection, id, row })
  }
  return { put, delete: base.filter(({ collection, id }) => kept.get(collection, id) === undefined) }
}
