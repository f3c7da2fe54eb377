import type { liveQuery as watch } from 'dexie'
import { useEffect, useState, useSyncExternalStore } from 'react'

type LiveQuery = typeof watch

let brought: LiveQuery | undefined
const listeners = new Set<() => void>()

/** The engine brings Dexie's queries along: a page without it neither loads nor names Dexie. */
export function bringLiveQueries(liveQuery: LiveQuery): void {
  brought = liveQuery
  for (const listener of listeners) listener()
}

type Held<Found> = { found: Found | undefined; error: Error | null }

const nothing: Held<never> = { found: undefined, error: null }

/**
 * The rows that a query finds on this device, kept up to date; undefined before the first answer, and as long as the engine
 * is not loaded. After a change of `deps` the answer of before stays until the next one. An error of the query is thrown.
 */
export function useLiveQuery<Found>(query: () => Found | Promise<Found>, deps: unknown[] = []): Found | undefined {
  const liveQuery = useSyncExternalStore(subscribe, current)
  const [held, setHeld] = useState<Held<Found>>(nothing)
  useEffect(() => {
    const watched = liveQuery?.(query).subscribe({
      next: (found) =>
        setHeld((before) => (before.error === null && before.found === found ? before : { found, error: null })),
      error: (error: Error) => setHeld({ found: undefined, error }),
    })
    return () => watched?.unsubscribe()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names what its query depends on.
  }, [liveQuery, ...deps])
  if (held.error !== null) throw held.error
  return held.found
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function current(): LiveQuery | undefined {
  return brought
}
