import { useState } from 'react'
import type { BulkThing } from './bulk-plan.ts'

export type Bulk = {
  isOn: boolean
  /** Things of the list that are selected. One that has left the list is none. */
  selected: BulkThing[]
  areAll: boolean
  has: (id: string) => boolean
  toggle: (id: string) => void
  toggleAll: () => void
  start: () => void
  stop: () => void
}

/** The selection in a list, which is `things` as it is shown. */
export function useBulk(things: readonly BulkThing[]): Bulk {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  const selected = things.filter(({ _id }) => ids?.has(_id))
  const areAll = things.length > 0 && selected.length === things.length
  return {
    ...{ isOn: ids !== null, selected, areAll },
    has: (id) => ids?.has(id) === true,
    toggle: (id) =>
      setIds((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    toggleAll: () => setIds(new Set(areAll ? [] : things.map(({ _id }) => _id))),
    start: () => setIds(new Set()),
    stop: () => setIds(null),
  }
}
