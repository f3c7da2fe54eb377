import { areKeyShortcutsOn } from '../../../core/preferences/key-shortcuts.ts'
import { OVER_THE_PAGE } from './catch-key.ts'

const FIELD = 'input:not([type=checkbox],[type=radio],[type=button]),textarea,select,[contenteditable]'

/** The shortcut of a key event: a sign, or `mod+k`; null for none, in a field and under a dialog. */
export function shortcutOf(event: KeyboardEvent): string | null {
  const { altKey, ctrlKey, isComposing, metaKey, repeat, target } = event
  if (isComposing || altKey || document.querySelector(OVER_THE_PAGE)) return null
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
