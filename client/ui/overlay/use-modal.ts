import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useCloseOnLeaving } from './close-overlays.ts'
import { isFocusFree, menuButton } from './use-menu-button.ts'

/**
 * Shows a `<dialog>` over everything for as long as its component stands. It closes when the page under it is left. The
 * focus goes back to what opened it: to the button of a menu where one of its entries did.
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // A dialog that has left the page no longer gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = openerOf(document.activeElement)
    element?.showModal()
    return () => {
      element?.close()
      const focused = document.activeElement
      if (isFocusFree(focused) || element?.contains(focused)) opener?.focus()
    }
  }, [])
  useCloseOnLeaving(onClose)
  return dialog
}

/** The entry of a menu goes with its menu, when its dialog comes. */
function openerOf(focused: Element | null): HTMLElement | null {
  if (isFocusFree(focused)) return menuButton()
  return focused instanceof HTMLElement ? focused : null
}
