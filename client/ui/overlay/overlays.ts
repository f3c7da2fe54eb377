import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { RefObject } from 'react'

const open = new Set<() => void>()
let menu: RefObject<HTMLElement | null> | null = null

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

/** The button of the menu that is open, or is just closing. */
export function menuButton(): HTMLElement | null {
  return menu?.current ?? null
}

/** An entry may open a dialog in the very change that closes its menu. */
export function useMenuButton(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    menu = button
    return () => {
      setTimeout(() => {
        if (menu === button) menu = null
      })
    }
  }, [button])
}
