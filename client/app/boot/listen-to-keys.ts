import { areKeyShortcutsOn } from '../../core/preferences/key-shortcuts.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'

const FIELD = 'input:not([type=checkbox],[type=radio],[type=button]),textarea,select,[contenteditable]'
const OVER_THE_PAGE = 'dialog[open],[role=dialog],[role=menu],[role=alertdialog]'

/** Hands keys that may be shortcuts to the code for them, which loads with the first. `openPath` shows a page of the app. */
export function listenToKeys(openPath: (path: string) => void): void {
  addEventListener('keydown', (event) => {
    const key = shortcutOf(event)
    if (key === null) return
    // Browsers have searches of their own on these.
    if (key === '/' || key === 'mod+k') event.preventDefault()
    void importWithRetry(() => import('../flows/keyboard/press-key.ts')).then(({ pressKey }) => pressKey(key, openPath))
  })
}

/** The shortcut of a key event: a sign, or `mod+k`; null for none, in a field and under a dialog. */
export function shortcutOf(event: KeyboardEvent): string | null {
  const { altKey, ctrlKey, defaultPrevented, isComposing, metaKey, repeat, target } = event
  if (defaultPrevented || isComposing || altKey || document.querySelector(OVER_THE_PAGE)) return null
  const key = signOf(event)
  if (ctrlKey || metaKey) return key === 'k' && !repeat ? 'mod+k' : null
  const isInField = target instanceof Element && target.closest(FIELD)
  return !isInField && /^[?/jkghmn]$/.test(key) && areKeyShortcutsOn() ? key : null
}

/** The sign on the key; on a keyboard of another script, the Latin one at its place. */
function signOf({ code, key, shiftKey }: KeyboardEvent): string {
  if (key === '؟') return '?'
  if (/^[!-~]$/.test(key)) return key.toLowerCase()
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return key.length === 1 && !shiftKey ? code.replace('Key', '').toLowerCase() : ''
}
