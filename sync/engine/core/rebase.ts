import { equal } from './equal.ts'
import type { BaseRecord, StoredRow } from './outbox-record.ts'
import { Overlay } from './overlay.ts'
import type { Half, ReadRow } from './overlay.ts'
import { RowMap } from './row-map.ts'

/** A row to be written, or `row: null` for one to be removed. */
export type RowChange = { collection: string; id: string; row: StoredRow | null }

export type RebaseInput = {
  /** Every row that is kept aside now. */
  base: BaseRecord[]
  /** The present rows of the tables, at least those that `changes` does not have; rows read later are added. */
  shown: RowMap
  /** New rows of the server; the later of two for one row wins. */
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
export async function rebase({ base, shown, changes, pending, read, onError }: RebaseInput): Promise<Rebased> {
  const server = new RowMap([...base, ...changes])
  const overlay = new Overlay(server, async (collection, id) => {
    const row = await read(collection, id)
    shown.set(collection, id, row ?? null)
    return row
  })
  for (const half of pending) await overlay.run(half).catch(onError)
  return difference({ base, shown, server, written: overlay.written })
}

type Layers = Pick<RebaseInput, 'base' | 'shown'> & { server: RowMap; written: RowMap }

function difference({ base, shown, server, written }: Layers): Rebased {
  const before = new RowMap(base)
  const rows: RowChange[] = []
  const put: BaseRecord[] = []
  const kept = new RowMap()
  for (const { collection, id, row } of server.entries()) {
    const ours = written.get(collection, id)
    const final = ours === undefined ? row : ours
    const [standing, old] = [shown.get(collection, id), before.get(collection, id)]
    // Not known where nobody has looked: a changed row is not read before it is overwritten.
    if (standing === undefined || !equal(final, standing)) rows.push({ collection, id, row: final })
    if (equal(final, row)) continue
    kept.set(collection, id, row)
    if (old === undefined || !equal(old, row)) put.push({ collection, id, row })
  }
  return { rows, base: { put, delete: base.filter(({ collection, id }) => kept.get(collection, id) === undefined) } }
}
