import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { estimateRow } from './row-estimate.ts'
import type { ThreadRow } from './thread-rows.ts'

/** Frames without a change after which a log stands where it opens, and frames after which it is left where it is. */
const STILL_FRAMES = 5
const MOST_FRAMES = 30

type Log = Virtualizer<HTMLDivElement, HTMLDivElement>

type Frame = { scroller: HTMLElement | null; head: number; foot: number; targetKey: string | null }

/** Where a thread opens, from estimates: at the message that was asked for, at the first new one, else at the end. */
export function firstOffset(rows: ThreadRow[], { scroller, head, foot, targetKey }: Frame): number {
  const width = scroller?.clientWidth ?? 360
  const height = scroller?.clientHeight ?? 600
  const { index, align } = openAt(rows, targetKey)
  const sizes = rows.map((row) => estimateRow(row, width))
  const sum = (count: number) => sizes.slice(0, count).reduce((total, size) => total + size, head)
  const end = Math.max(0, sum(rows.length) + foot - height)
  if (index === -1) return end
  const above = align === 'center' ? (height - (sizes[index] ?? 0)) / 2 : 0
  return Math.min(end, Math.max(0, sum(index) - above))
}

/**
 * Goes there while the rows are being measured; answers whether it has arrived. The way goes by the row's number, so
 * nothing may come in above until then.
 */
export function useFirstPosition(log: Log, rows: ThreadRow[], targetKey: string | null): boolean {
  const first = useRef({ rows, targetKey })
  const [isSettled, setSettled] = useState(false)
  useLayoutEffect(() => {
    const { index, align } = openAt(first.current.rows, first.current.targetKey)
    if (index === -1) log.scrollToEnd()
    else log.scrollToIndex(index, { align })
    return whenStill(log, () => {
      log.cancelScroll()
      setSettled(true)
      // Whoever reads by ear or by key goes on from there, too.
      const target = first.current.targetKey && log.scrollElement?.querySelector<HTMLElement>('[data-found]')
      if (target) target.focus({ preventScroll: true })
    })
  }, [log])
  return isSettled
}

/** The row that a thread opens at, -1 for its end, and where in the log that one comes to stand. */
function openAt(rows: ThreadRow[], targetKey: string | null): { index: number; align: 'start' | 'center' } {
  const target = targetKey === null ? -1 : rows.findIndex((row) => row.key === targetKey)
  if (target !== -1) return { index: target, align: 'center' }
  return { index: rows.findIndex((row) => row.kind === 'new'), align: 'start' }
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
