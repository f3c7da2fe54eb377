import { shownCounts } from './kept-places.ts'
import type { Place } from './kept-places.ts'

/** Items above are under the header of the page. */
const HEADER = 72
/** Until then a page whose list has lost the item may still get it from the device or the server. */
const PATIENCE_MS = 3_000
/** Pictures and texts above the item have their sizes by then. */
const SETTLED_MS = 4_000
const LIMIT_MS = 10_000

/** The user decides from here on. */
const TAKEN_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** The place where the page stands now. */
export function readPlace(): Place {
  const scrollers = scrollersShown().map(({ name, element }) => [name, element.scrollTop] as const)
  return {
    top: scrollY,
    item: itemInHand(),
    scrollers: Object.fromEntries(scrollers),
    counts: Object.fromEntries(shownCounts),
  }
}

/** A page on its way to its place; `isPending` until it is there, or the user decides where it stands. */
export type Restoring = { giveUp: () => void; isPending: () => boolean }

/**
 * Brings the page back to `place`, and holds it there while the lists fill and the items take their sizes; ends when the user
 * does something. Scrollers in `untouched` have stayed on the screen, and stay as they are.
 */
export function restorePlace(place: Place, untouched: ReadonlySet<Element>): Restoring {
  const begun = performance.now()
  let arrivedAt: number | null = null
  let isGoing = true
  let frame = requestAnimationFrame(look)
  const stop = () => {
    isGoing = false
    cancelAnimationFrame(frame)
    for (const name of TAKEN_OVER) removeEventListener(name, stop, true)
  }
  for (const name of TAKEN_OVER) addEventListener(name, stop, { capture: true, passive: true })
  function look(now: number): void {
    const isPatient = now - begun < PATIENCE_MS
    const hasArrived = [moveWindow(place, isPatient), moveScrollers(place, untouched)].every(Boolean)
    arrivedAt = hasArrived ? (arrivedAt ?? now) : null
    if (now - begun > LIMIT_MS || (arrivedAt !== null && now - arrivedAt > SETTLED_MS)) return stop()
    frame = requestAnimationFrame(look)
  }
  return { giveUp: stop, isPending: () => isGoing && arrivedAt === null }
}

/** The elements that scroll within the page. */
export function scrollersShown(): { name: string; element: HTMLElement }[] {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-scroller]')]
  return elements.map((element) => ({ name: element.dataset['scroller'] ?? '', element }))
}

function moveWindow({ top, item }: Place, isPatient: boolean): boolean {
  const element = item && document.querySelector(`[data-place="${CSS.escape(item.id)}"]`)
  if (item && element) {
    const by = element.getBoundingClientRect().top - item.top
    if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: 'instant' })
    return true
  }
  const { scrollHeight, clientHeight } = document.documentElement
  const isLongEnough = scrollHeight - clientHeight >= top
  // A page that is still short would ask for more of its list at its end.
  if (isPatient && (item || !isLongEnough)) return false
  scrollTo({ top, behavior: 'instant' })
  return true
}

function moveScrollers({ scrollers }: Place, untouched: ReadonlySet<Element>): boolean {
  const moved = scrollersShown().filter(({ element }) => !untouched.has(element))
  return moved
    .map(({ name, element }) => {
      const top = scrollers[name] ?? 0
      const isLongEnough = element.scrollHeight - element.clientHeight >= top
      if (isLongEnough && Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top
      return isLongEnough
    })
    .every(Boolean)
}

/** The item with the focus, which was pressed; else the first that can be read. */
function itemInHand(): Place['item'] {
  const pressed = document.activeElement?.closest('[data-place]')
  const item = pressed && isInView(pressed) ? pressed : [...document.querySelectorAll('[data-place]')].find(isInView)
  const id = item?.getAttribute('data-place')
  return item && id ? { id, top: item.getBoundingClientRect().top } : null
}

function isInView(item: Element): boolean {
  const { top, bottom } = item.getBoundingClientRect()
  return bottom > HEADER && top < innerHeight
}
