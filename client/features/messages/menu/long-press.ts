import type { MouseEvent, PointerEvent } from 'react'

const LONG_MS = 450
const MOVED = 10

/**
 * Opens the menu of a message: under a finger that stays, and for the second button of a mouse. Android says so itself with
 * a context menu; Safari on a phone does not, so the time is taken as well. Links, pictures, videos and a selection keep the
 * browser's own menu for a mouse.
 */
export const longPress = { onPointerDown, onContextMenu }

let touched = false

function onPointerDown(event: PointerEvent<HTMLElement>): void {
  touched = event.pointerType === 'touch'
  if (!touched || (event.target as HTMLElement).closest('a, video')) return
  const { currentTarget: bubble, clientX, clientY } = event
  const timer = setTimeout(() => openUnderFinger(bubble), LONG_MS)
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
  const own = touched ? 'a' : 'a, img, video'
  if ((event.target as HTMLElement).closest(own) || (!touched && hasSelection(event.currentTarget))) return
  event.preventDefault()
  openMenu(event.currentTarget)
}

/** The browser takes the end of a touch for a press elsewhere, which would close the menu, or open the photo under it. */
function openUnderFinger(bubble: HTMLElement): void {
  openMenu(bubble)
  const swallow = (end: TouchEvent) => {
    removeEventListener('touchend', swallow, true)
    removeEventListener('touchcancel', swallow, true)
    if (end.cancelable) end.preventDefault()
  }
  addEventListener('touchend', swallow, { capture: true, passive: false })
  addEventListener('touchcancel', swallow, true)
}

function openMenu(bubble: HTMLElement): void {
  const button = bubble.closest('article')?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  if (button?.getAttribute('aria-expanded') === 'false') button.click()
}

function hasSelection(bubble: HTMLElement): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(bubble, true)
}
