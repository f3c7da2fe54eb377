import { pageHeading } from '../ui/text/page-heading.ts'

const ITEM = 'li, article, tr, [role="listitem"], [role="row"]'
const LIST = 'ul, ol, table, [role="list"], [role="feed"], [role="log"]'

/** The entry that went with an element, and the place that they left: its parent, and its neighbours before. */
type Gap = {
  gone: { entry: Element | null; isPage: boolean }
  parent: Element
  next: Node | null
  previous: Node | null
}

/**
 * Keeps the place of a user whose entry of a list goes: the focus moves to the next entry, to the one before at the end of
 * the list, or to the heading where none is left. A button that goes out of an entry which stays gives the focus to the
 * entry. Answers how to stop.
 */
export function keepFocusInLists(): () => void {
  let focused: Element | null = null
  const onFocus = ({ target }: FocusEvent) => void (focused = target instanceof Element ? target : null)
  // Browsers also tell of a focus that goes with its element, or with a button that is disabled while it works.
  const onBlur = () => setTimeout(() => isLeft(focused) && (focused = null))
  const observer = new MutationObserver((records) => {
    if (!focused || focused.isConnected || !isNowhere()) return
    const lost = focused
    focused = null
    placeAfter(lost, records)?.focus()
  })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
    observer.disconnect()
  }
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** The user has put the focus nowhere, by a press beside everything. */
function isLeft(focused: Element | null): boolean {
  return isNowhere() && focused !== null && focused.isConnected && !focused.matches(':disabled')
}

/** Takes the focus that `lost` had; null where no entry of a list has changed, or a whole page has gone. */
function placeAfter(lost: Element, records: MutationRecord[]): HTMLElement | null {
  const gap = gapOf(lost, records)
  if (!gap || gap.gone.isPage) return null
  const around = gap.parent.closest(ITEM)
  if (!gap.gone.entry) return focusable(around)
  const isListGone = gap.gone.entry.parentElement?.closest(LIST)?.isConnected === false
  const neighbour = isListGone ? null : (entryAt(gap.next, 'next') ?? entryAt(gap.previous, 'previous'))
  return focusable(neighbour ?? around) ?? headingOver(gap.parent)
}

/** The elements around `lost` may have gone one after another, from the inside out. */
function gapOf(lost: Element, records: MutationRecord[]): Gap | null {
  const gone: Gap['gone'] = { entry: null, isPage: false }
  let gap: Gap | null = null
  let node: Element = lost
  for (const { target, removedNodes, nextSibling, previousSibling } of records) {
    const root = [...removedNodes].find((removed) => removed.contains(node))
    if (!(root instanceof Element) || !(target instanceof Element)) continue
    gone.entry = outermost(node, ITEM) ?? gone.entry
    gone.isPage ||= root.matches('main') || root.querySelector('main, h1') !== null
    gap = { gone, parent: target, next: nextSibling, previous: previousSibling }
    node = target
  }
  return gap?.parent.isConnected ? gap : null
}

function outermost(element: Element, selector: string): Element | null {
  let found: Element | null = null
  for (let one: Element | null = element; one; one = one.parentElement) if (one.matches(selector)) found = one
  return found
}

/** The nearest entry from a neighbour on. */
function entryAt(neighbour: Node | null, direction: 'next' | 'previous'): Element | null {
  let node: Node | null = neighbour?.isConnected ? neighbour : null
  for (; node; node = direction === 'next' ? node.nextSibling : node.previousSibling) {
    if (!(node instanceof Element)) continue
    const entry = node.matches(ITEM) ? node : node.querySelector(ITEM)
    if (entry) return entry
  }
  return null
}

function headingOver(place: Element): HTMLElement | null {
  const part = place.closest('section, dialog, [role="region"], [role="tabpanel"]')
  return focusable(part?.querySelector('h1, h2, h3') ?? null) ?? pageHeading()
}

function focusable(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLElement)) return null
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  return element
}
