import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { estimateRow } from './row-estimate.ts'
import type { ThreadRow } from './thread-rows.ts'

/** Frames without a change after which a log stands where it opens, and frames after which it is left where it is. */
const STILL_FRAMES = 5
const MOST_FRAMES = 30

type Log = Virtualizer<HTMLDivElement, HTMLDivElement>

type Frame = { scroller: HTMLElement | null; head: number; foot: number }

/** Where a thread opens, from estimates: at the first new message, else at the end. */
export function firstOffset(rows: ThreadRow[], { scroller, head, foot }: Frame): number {
  const width = scroller?.clientWidth ?? 360
  const height = scroller?.clientHeight ?? 600
  const newIndex = rows.findIndex((row) => row.kind === 'new')
  const sizes = rows.map((row) => estimateRow(row, width))
  const sum = (count: number) => sizes.slice(0, count).reduce((total, size) => total + size, head)
  const end = Math.max(0, sum(rows.length) + foot - height)
  return newIndex === -1 ? end : Math.min(end, sum(newIndex))
}

/**
 * Goes there while the rows are being measured; answers whether it has arrived. The way goes by the row's number, so
 * nothing may come in above until then.
 */
export function useFirstPosition(log: Log, rows: ThreadRow[]): boolean {
  const first = useRef(rows)
  const [isSettled, setSettled] = useState(false)
  useLayoutEffect(() => {
    const newIndex = first.current.findIndex((row) => row.kind === 'new')
    if (newIndex === -1) log.scrollToEnd()
    else log.scrollToIndex(newIndex, { align: 'start' })
    return whenStill(log, () => {
      log.cancelScroll()
      setSettled(true)
    })
  }, [log])
  return isSettled
}

/** Calls back once, when neither the place nor the height of the log changes any more; answers how to give up. */
function whenStill(log: Log, onStill: () => void): () => void {
  let [all, still, last] = [0, 0, '']
  let request = requestAnimationFrame(check)
  function check() {
    const now = `${log.scrollOffset} of ${log.getTotalSize()}`
    still = now === last ? still + 1 : 0
    last = now
    all += 1
    if (still >= STILL_FRAMES || all >= MOST_FRAMES) onStill()
    else request = requestAnimationFrame(check)
  }
  return () => cancelAnimationFrame(request)
}
