import { useEffect, useRef } from 'react'

/**
 * Asks again while `isOn` and the page is in view, each time `pauseMs` after the answer before. On a slow connection a
 * question that began meanwhile would take the place of the one that is under way, and none would ever be answered.
 */
export function useAskAgain(isOn: boolean, ask: () => Promise<unknown>, pauseMs: number): void {
  const latest = useRef(ask)
  useEffect(() => void (latest.current = ask))
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const wait = () => {
      if (!isOver) timer = setTimeout(look, pauseMs)
    }
    const look = () => {
      if (document.visibilityState !== 'visible') return wait()
      void latest.current().then(wait, wait)
    }
    wait()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isOn, pauseMs])
}
