import { useEffect, useSyncExternalStore } from 'react'
import { graphemesOf } from '../../ui/text/graphemes.ts'

/** So many graphemes of a text name a page. */
const BEGINNING = 60

let name: string | null = null
const listeners = new Set<() => void>()

/** Names the page while the component is shown, in place of the title that its route declares; nothing while unknown. */
export function usePageName(given: string | null | undefined): void {
  useEffect(() => {
    if (!given) return
    set(given)
    return () => set(null)
  }, [given])
}

/** The name that the page has given itself; null for none. */
export function useShownPageName(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => name,
  )
}

/** The beginning of the first line, cut between graphemes. */
export function beginningOf(text: string): string {
  const [line = ''] = text.trim().split('\n')
  const found = graphemesOf(line.slice(0, 10 * BEGINNING))
  return found.length > BEGINNING ? `${found.slice(0, BEGINNING).join('').trimEnd()}…` : line
}

function set(next: string | null): void {
  name = next
  for (const listener of listeners) listener()
}
