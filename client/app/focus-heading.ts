import { pageHeading } from '../ui/text/page-heading.ts'

/** By then a page stands, and whatever changes in it, such as each row of a scroll, is no new heading. */
const SETTLED_MS = 10_000

/** A press gives the focus to a button before its click opens anything. */
const handsOn = ['pointerdown', 'keydown'] as const

/**
 * Gives the focus to the page's heading, now and when there is another: a page that waits for the device's storage has its
 * heading later, or a new one. Until somebody touches the page or presses a key, or the focus goes elsewhere than to the
 * element that they `left`. Answers how to give up.
 */
export function focusHeading(left: Element | null): () => void {
  let heading: HTMLElement | null = null
  const observer = new MutationObserver(look)
  const giveUp = () => {
    observer.disconnect()
    for (const kind of handsOn) document.removeEventListener(kind, giveUp, true)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const kind of handsOn) document.addEventListener(kind, giveUp, true)
  setTimeout(giveUp, SETTLED_MS)
  look()
  function look() {
    const { activeElement, body } = document
    const isFree = [null, body, left, heading].includes(activeElement) || isBackAtMenu(activeElement)
    if (!isFree || isOpen(activeElement)) return giveUp()
    const found = pageHeading()
    if (found !== heading) found?.focus({ preventScroll: true })
    heading = found
  }
  return giveUp
}

/** A menu that led to the page gives the focus back to its button. */
function isBackAtMenu(element: Element | null): boolean {
  return element?.getAttribute('aria-haspopup') === 'menu'
}

/** The button of a menu that is open, or still loading, and closes when the focus leaves it. */
function isOpen(element: Element | null): boolean {
  return element?.getAttribute('aria-expanded') === 'true'
}
