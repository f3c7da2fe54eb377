import { useCallback, useEffect, useState } from 'react'
import { openEntry, placeAt, shownCounts } from './kept-places.ts'

/**
 * How much of a growing list is shown: `start`, or as much as when its user left this entry of the history. `list` names
 * the list within its page.
 */
export function useShownCount(list: string, start: number): [count: number, grow: (by: number) => void] {
  const [count, setCount] = useState(() => placeAt(openEntry())?.counts[list] ?? start)
  useEffect(() => {
    shownCounts.set(list, count)
    return () => void shownCounts.delete(list)
  }, [list, count])
  return [count, useCallback((by: number) => setCount((now) => now + by), [])]
}
