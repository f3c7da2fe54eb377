import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { heldTop } from './held-top.ts'

/**
 * Keeps the log's width for estimates. When it becomes shorter or taller, by a keyboard, an attachment or a typing sign,
 * what stands at its foot stays.
 */
export function useHeldFoot(scroller: RefObject<HTMLDivElement | null>, width: RefObject<number>): void {
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    let { clientHeight: height, scrollTop: top } = element
    width.current = element.clientWidth
    const onScroll = () => {
      // Of another height the place is one that the browser has already moved.
      if (element.clientHeight === height) top = element.scrollTop
    }
    const observer = new ResizeObserver(() => {
      const { clientHeight, scrollHeight, scrollTop } = element
      const growth = clientHeight - height
      height = clientHeight
      width.current = element.clientWidth
      if (growth === 0) return
      element.scrollTop = heldTop({ growth, top: scrollTop, before: top, most: scrollHeight - clientHeight })
      top = element.scrollTop
    })
    // Before the log draws itself for the new place: what is asked of the document here is still laid out.
    element.addEventListener('scroll', onScroll, { capture: true, passive: true })
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll, { capture: true })
      observer.disconnect()
    }
  }, [scroller, width])
}
