import { useEffect, useRef } from 'react'

let count = 0

/**
 * Calls `onClose` when the user goes back, in place of leaving the page, for as long as the component stands. For
 * overlays from which no link leads anywhere: closing one otherwise takes its history entry away again.
 */
export function useCloseOnBack(onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const overlay = (count += 1)
    let isBack = false
    // The router replaces the method of `history`, and would load the page again for an entry of its own.
    History.prototype.pushState.call(history, { ...(history.state as object | null), overlay }, '')
    const goneBack = (event: PopStateEvent) => {
      event.stopImmediatePropagation()
      isBack = true
      close.current()
    }
    addEventListener('popstate', goneBack, { capture: true, once: true })
    return () => {
      removeEventListener('popstate', goneBack, { capture: true })
      if (isBack || (history.state as { overlay?: number } | null)?.overlay !== overlay) return
      addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
      history.back()
    }
  }, [])
}
