import { useSyncExternalStore } from 'react'

/** The breakpoint `md` of the design tokens. */
const wide = matchMedia('(min-width: 56rem)')

/** Whether list and thread have room side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
