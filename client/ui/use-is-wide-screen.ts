import { useSyncExternalStore } from 'react'

/** The breakpoint `md` of the design tokens. */
const wide = matchMedia('(min-width: 56rem)')

/** True when there is room for a rail at the side, and for list and thread beside each other. */
export function useIsWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
