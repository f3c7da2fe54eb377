import { useCallback, useState } from 'react'
import { rowsInView } from './visible-rows.ts'

/** The rows to draw of a list with rows of one height; `scroller` is the ref of its scroller. */
export function useVisibleRows(count: number, rowHeight: number) {
  // As on a phone, until the screen is known.
  const [{ first, height }, setPlace] = useState({ first: 0, height: 900 })
  const scroller = useCallback(
    (element: HTMLDivElement | null) => {
      if (!element) return
      const look = () => {
        const now = { first: Math.floor(Math.max(0, element.scrollTop) / rowHeight), height: element.clientHeight }
        // Within one row nothing changes, and nothing is drawn.
        setPlace((before) => (before.first === now.first && before.height === now.height ? before : now))
      }
      const observer = new ResizeObserver(look)
      observer.observe(element)
      element.addEventListener('scroll', look, { passive: true })
      return () => {
        observer.disconnect()
        element.removeEventListener('scroll', look)
      }
    },
    [rowHeight],
  )
  return { scroller, ...rowsInView({ top: first * rowHeight, height: height + rowHeight, count, rowHeight }) }
}
