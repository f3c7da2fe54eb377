import { useSyncExternalStore } from 'react'

/** True when there is room for a rail at the side, and for list and thread beside each other: the breakpoint `md`. */
export const useIsWideScreen = createMediaQueryHook('(min-width: 56rem)')

/** True where people stand in a column after the feed, and not in a row above it: the breakpoint `lg`. */
export const useHasColumn = createMediaQueryHook('(min-width: 75rem)')

function createMediaQueryHook(condition: string): () => boolean {
  const query = matchMedia(condition)
  const isMet = () => query.matches
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return function useMediaQuery() {
    return useSyncExternalStore(subscribe, isMet)
  }
}
