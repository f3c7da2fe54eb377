import { useSyncExternalStore } from 'react'

/** The breakpoint `lg` of the design tokens: there is room for people beside the feed. */
const query = matchMedia('(min-width: 75rem)')

/** True where people stand in a column after the feed, and not in a row above it. */
export function useHasColumn(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
