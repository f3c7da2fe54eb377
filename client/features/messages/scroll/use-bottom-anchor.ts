import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { bottomAnchor, staysAtEnd } from './bottom-anchor.ts'

/**
 * Keeps the log's width for estimates. When it becomes shorter or taller, by a keyboard, an attachment or a typing sign,
 * what stands at its foot stays.
 */
export function useBottomAnchor(scroller: RefObject<HTMLDivElement | null>, width: RefObject<number>): void {
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    let { clientHeight: height, scrollTop: top } = element
    let isAtEnd = false
    width.current = element.clientWidth
    const onScroll = () => {
      // At another height the browser has already moved the place.
      if (element.clientHeight !== height) return
      const moved = element.scrollTop - top
      top += moved
      isAtEnd = staysAtEnd(isAtEnd, moved, element.scrollHeight - height - top)
    }
    const observer = new ResizeObserver(() => {
      const { clientHeight, scrollHeight, scrollTop } = element
      const growth = clientHeight - height
      height = clientHeight
      width.current = element.clientWidth
      if (growth === 0) return
      const most = scrollHeight - clientHeight
      // A message that came in the same frame is below what was the end.
      element.scrollTop = isAtEnd ? most : bottomAnchor({ growth, top: scrollTop, before: top, most })
      top = element.scrollTop
      // Told now, not with the next frame: whether a message that comes in between is followed depends on it.
      element.dispatchEvent(new Event('scroll'))
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
