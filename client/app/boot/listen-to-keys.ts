import { areKeyShortcutsOn } from '../../core/preferences/key-shortcuts.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import { beginToCatch, catchKey, takeCaught } from '../flows/keyboard/catch-key.ts'

/** Hands keys to the code for shortcuts, which loads with the first one. `openPath` shows a page of the app. */
export function listenToKeys(openPath: (path: string) => void): void {
  addEventListener('keydown', (event) => {
    if (catchKey(event)) return
    const { code, ctrlKey, defaultPrevented, key, metaKey, target } = event
    const isMod = ctrlKey || metaKey
    if (defaultPrevented || (isMod ? code !== 'KeyK' && key !== 'k' : key.length > 1)) return
    if (!isMod && (target as Element).closest?.('input:not([type=checkbox]),textarea')) return
    // Browsers have searches of their own on these.
    const opensSearch = isMod || (key === '/' && areKeyShortcutsOn())
    if (opensSearch) {
      event.preventDefault()
      beginToCatch()
    }
    void importWithRetry(() => import('../flows/keyboard/press-key.ts')).then(({ pressKey, shortcutOf }) => {
      const shortcut = shortcutOf(event)
      if (shortcut !== null) pressKey(shortcut, openPath)
      else if (opensSearch) takeCaught()
    })
  })
}
