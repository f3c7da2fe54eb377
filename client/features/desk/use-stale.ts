import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { useState } from 'react'

export type Stale = {
  /** Why the last decision was refused: somebody else was faster. Null for none. */
  refusal: Refusal | null
  /** Loads the page again, and keeps the refusal in sight. */
  onStale: (refusal: Refusal) => void
  /** The next decision was taken. */
  settle: () => void
}

/** The refusal of a decision on something that has changed. It stays on the page while `reload` reads the page again. */
export function useStale(reload: () => unknown): Stale {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return {
    refusal,
    onStale(error) {
      setRefusal(error)
      void reload()
    },
    settle: () => setRefusal(null),
  }
}

/** Tells if a call was refused because its subject has changed since it was read. */
export function isStale(error: unknown): error is Refusal {
  return error instanceof Refusal && error.kind === 'conflict'
}
