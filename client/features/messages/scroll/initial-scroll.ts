import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ThreadRow } from '../history/thread-rows.ts'
import type { InitialMessage } from './initial-message.ts'

/** Frames without a change after which a log stands where it opens, and frames after which it is left where it is. */
const STILL_FRAMES = 5
const MOST_FRAMES = 30

/** The height of a log that is not in the page yet (CSS pixels). */
const LIKELY_HEIGHT = 600

type Log = Virtualizer<HTMLDivElement, HTMLDivElement>

type Frame = { sizeOf: (row: ThreadRow) => number; head: number; foot: number; place: InitialMessage }

/** Where a thread opens, from estimates: at its `place`, which is the first new message or else the end by itself. */
export function initialScrollOffset(rows: ThreadRow[], { sizeOf, head, foot, place }: Frame): number {
  if (place.kind === 'oldest') return 0
  const { index, align } = openAt(rows, place)
  const sizes = rows.map(sizeOf)
  const sum = (count: number) => sizes.slice(0, count).reduce((total, size) => total + size, head)
  const end = Math.max(0, sum(rows.length) + foot - LIKELY_HEIGHT)
  if (index === -1) return end
  const above = align === 'center' ? (LIKELY_HEIGHT - (sizes[index] ?? 0)) / 2 : 0
  return Math.min(end, Math.max(0, sum(index) - above))
}

/**
 * Goes there while the rows are being measured; answers whether it has arrived. The way goes by the row's number, so
 * nothing may come in above until then.
 */
export function useInitialScroll(log: Log, rows: ThreadRow[], place: InitialMessage): boolean {
  const first = useRef({ rows, place })
  const [isSettled, setSettled] = useState(false)
  useLayoutEffect(() => {
    const { rows, place } = first.current
    const { index, align } = openAt(rows, place)
    if (place.kind === 'oldest') log.scrollToOffset(0)
    else if (index === -1) log.scrollToEnd()
    else log.scrollToIndex(index, { align })
    return whenStill(log, () => {
      log.cancelScroll()
      setSettled(true)
      // Screen readers and keyboards go on from there, too.
      const target = place.kind === 'message' && log.scrollElement?.querySelector<HTMLElement>('[data-found]')
      if (target) target.focus({ preventScroll: true })
    })
  }, [log])
  return isSettled
}

/** The row that a thread opens at, -1 for its end, and where in the log that one comes to stand. */
function openAt(rows: ThreadRow[], place: InitialMessage): { index: number; align: 'start' | 'center' } {
  const target = place.kind === 'message' ? rows.findIndex((row) => row.key === place.id) : -1
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
