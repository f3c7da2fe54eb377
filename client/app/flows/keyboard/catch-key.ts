/** So long (milliseconds) the code of the search may take to load. */
const LIMIT_MS = 10_000

/** Whatever takes the keys while it is open. */
export const OVER_THE_PAGE = 'dialog[open],[role=dialog],[role=menu],[role=alertdialog]'

/** The signs typed since the key that opens the search; null while nothing opens. */
let caught: string | null = null
let until = -Infinity

/** The search opens: from now on its field gets what is typed, though its code has still to load. */
export function beginToCatch(): void {
  if (caught !== null || document.querySelector(OVER_THE_PAGE)) return
  caught = ''
  until = performance.now() + LIMIT_MS
}

/** Keeps the key for the field. False for a key that is nothing to a text, and while nothing opens. */
export function catchKey(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, isComposing, key, metaKey } = event
  if (caught === null || isComposing || altKey || ctrlKey || metaKey) return false
  if (performance.now() >= until || key === 'Escape') return (takeCaught(), false)
  if (key === 'Backspace') caught = caught.slice(0, -1)
  else if (key.length === 1) caught += key
  else return false
  event.preventDefault()
  return true
}

/** The signs, in order. They are nobody's any more. */
export function takeCaught(): string {
  const signs = caught ?? ''
  caught = null
  return signs
}
