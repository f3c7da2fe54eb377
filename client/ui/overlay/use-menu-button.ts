import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

let menu: RefObject<HTMLElement | null> | null = null

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

/** The button of the menu that is open, or is just closing. */
export function menuButton(): HTMLElement | null {
  return menu?.current ?? null
}

/** Nothing has the focus, or something of a menu that closes. */
export function isFocusFree(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.closest('[role=menu]') !== null
}
