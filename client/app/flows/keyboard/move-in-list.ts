/** Entries of the lists that j and k go through: posts of feeds, conversations and notices. */
const ENTRIES = ['main article[data-post]', '[data-scroller="conversations"] li > a', 'main [data-notice]'].join()

/** Moves the focus to the next (1) or previous (-1) entry; from elsewhere, or from one off the screen, to the first on it. */
export function moveInList(step: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>(ENTRIES)].toSorted(
    (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top,
  )
  // An entry with the focus stays drawn however far its user has scrolled, and those between are not drawn.
  const focused = entries.findIndex((entry) => entry.contains(document.activeElement) && isOnScreen(entry))
  const entry = focused === -1 ? entries.find(isOnScreen) : entries[focused + step]
  if (!entry) return
  // An entry that is no link takes the focus itself, and nothing else changes about it.
  if (!entry.matches('a, button')) entry.tabIndex = -1
  entry.focus({ preventScroll: true })
  entry.scrollIntoView({ block: 'nearest' })
}

/** Rows that a list draws ahead lie beyond the edges. */
function isOnScreen(entry: Element): boolean {
  const { bottom, top } = entry.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
