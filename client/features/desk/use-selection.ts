import { BULK_MAX } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { useState } from 'react'

export type Selection = {
  isSelected: (id: string) => boolean
  toggle: (id: string) => void
  /** Selects all rows that are loaded, up to the most that a decision takes; none where all are selected. */
  toggleAll: () => void
  isAll: boolean
}

type Selecting<Row> = { selection: Selection; chosen: readonly Row[]; clear: () => void }

/** The rows of a table that are ticked. One that has left the list is none of them. */
export function useSelection<Row extends { _id: string }>(rows: readonly Row[] = []): Selecting<Row> {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ _id }) => ticked.has(_id)).slice(0, BULK_MAX)
  const isAll = rows.length > 0 && chosen.length === Math.min(rows.length, BULK_MAX)
  const clear = () => setTicked(new Set())
  return {
    selection: {
      isAll,
      isSelected: (id) => ticked.has(id),
      toggle: (id) =>
        setTicked((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id])),
      toggleAll: () => (isAll ? clear() : setTicked(new Set(rows.slice(0, BULK_MAX).map(({ _id }) => _id)))),
    },
    ...{ chosen, clear },
  }
}
