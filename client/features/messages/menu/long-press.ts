import type { MouseEvent, PointerEvent } from 'react'

const LONG_MS = 450
const MOVED = 10

/**
 * Opens the menu of the message under a finger that stays. Android says so itself with a context menu; Safari on a phone
 * does not, so that the time is taken as well. A mouse keeps the browser's own menu.
 */
export const longPress = { onPointerDown, onContextMenu }

let touched = false

function onPointerDown(event: PointerEvent<HTMLElement>): void {
  touched = event.pointerType === 'touch'
  if (!touched || (event.target as HTMLElement).closest('a, button, video')) return
  const { currentTarget: bubble, clientX, clientY } = event
  const timer = setTimeout(() => openMenu(bubble), LONG_MS)
  const stop = (end: Event) => {
    const { clientX: x, clientY: y, type } = end as globalThis.PointerEvent
    if (type === 'pointermove' && Math.hypot(x - clientX, y - clientY) < MOVED) return
    clearTimeout(timer)
    for (const name of ends) removeEventListener(name, stop)
  }
  for (const name of ends) addEventListener(name, stop)
}

const ends = ['pointerup', 'pointercancel', 'pointermove'] as const

function onContextMenu(event: MouseEvent<HTMLElement>): void {
  if (!touched || (event.target as HTMLElement).closest('a')) return
  event.preventDefault()
  openMenu(event.currentTarget)
}

function openMenu(bubble: HTMLElement): void {
  const button = bubble.closest('article')?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  if (button?.getAttribute('aria-expanded') === 'false') button.click()
}
