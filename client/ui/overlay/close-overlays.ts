import { useEffect, useEffectEvent } from 'react'

const open = new Set<() => void>()

/** Closes everything that stands over the page. The app calls it before another page comes. */
export function closeOverlays(): void {
  for (const close of [...open]) close()
}

/** Calls `onClose` when the page under an overlay is left, for as long as the component stands. */
export function useCloseOnLeaving(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const leave = () => close()
    open.add(leave)
    return () => void open.delete(leave)
  }, [])
}
