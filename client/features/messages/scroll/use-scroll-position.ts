import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'

/** So near (CSS pixels) the newest message counts as seen. */
export const AT_END = 80
/** From here up there is always a way back to the end. */
const FAR = 320
/** Rows from the top at which older ones are asked for. */
const PREFETCH = 25

/** How far the end is from what is on screen. */
export type Reach = 'end' | 'near' | 'far'

type Watch = {
  count: number
  /** True once the log stands where it opens: older rows may come in above. */
  isSettled: boolean
  onNearStart: () => void
  onAtEnd: (atEnd: boolean) => void
  onReach: (reach: Reach) => void
}

/** Tells where in a log somebody is. */
export function useScrollPosition(
  log: Virtualizer<HTMLDivElement, HTMLDivElement>,
  { count, isSettled, onNearStart, onAtEnd, onReach }: Watch,
): void {
  // Not `log.range`, which is of the rows before those that this render has brought.
  const first = log.calculateRange()?.startIndex ?? 0
  // The log's own figures serve here: asking the document during a drawing would lay it out.
  const below = log.getTotalSize() - (log.scrollRect?.height ?? 0) - (log.scrollOffset ?? 0)
  const reach = reachOf(below)
  useEffect(() => {
    if (isSettled && count > 0 && first < PREFETCH) onNearStart()
  }, [isSettled, first, count, onNearStart])
  useEffect(() => {
    onAtEnd(reach === 'end')
    onReach(reach)
  }, [reach, onAtEnd, onReach])
}

function reachOf(below: number): Reach {
  if (below <= AT_END) return 'end'
  return below > FAR ? 'far' : 'near'
}
