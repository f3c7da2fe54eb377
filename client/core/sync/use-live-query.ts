import type { useLiveQuery as LiveQuery } from 'dexie-react-hooks'

let brought: typeof LiveQuery | undefined

/** The engine brings the hook along. */
export function bringLiveQueries(hook: typeof LiveQuery): void {
  brought = hook
}

/**
 * Dexie's hook, for parts of a page that visitors see without it. Only within a `WithSync`, which waits for the engine.
 */
export function useLiveQuery<Found>(query: () => Found | Promise<Found>, deps: unknown[]): Found | undefined {
  if (!brought) throw new Error('useLiveQuery is called before the engine is there')
  return brought(query, deps)
}
