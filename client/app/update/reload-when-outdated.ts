import { readStoredJson, storeJson } from '../../core/storage/stored-values.ts'
import { reloadOnce } from './reload-once.ts'

const KEY = 'vesper-reloaded-for'
/** So often a tab is loaded anew at most: servers of two versions would take turns for ever. */
const RELOADS_MAX = 5

/**
 * A deployment removes the chunks of older pages. From now on a page without a service worker, which would hold them, is
 * loaded anew when a chunk does not load and the server has a newer version.
 */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => void reloadIfOutdated().catch(() => undefined))
}

/** Loads the page anew if its scripts are not those of the server's page, once for each version of that page. Never where the tab cannot note it. */
async function reloadIfOutdated(): Promise<void> {
  if (navigator.serviceWorker?.controller) return
  const answer = await fetch('/', { cache: 'no-store' })
  if (!answer.ok) return
  const deployed = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const current = scriptsOf(deployed)
  if (current === '' || current === scriptsOf(document)) return
  // A cache in between may answer a reload with the page of before.
  const versions = reloadedFor()
  if (versions.includes(current) || versions.length >= RELOADS_MAX) return
  if (storeJson(KEY, [...versions, current], 'sessionStorage')) reloadOnce()
}

/** The versions for which this tab was loaded anew. */
function reloadedFor(): unknown[] {
  const versions = readStoredJson(KEY, 'sessionStorage')
  return Array.isArray(versions) ? versions : []
}

function scriptsOf(page: Document): string {
  const scripts = page.querySelectorAll('head script[type="module"][src]')
  return [...scripts].map((script) => script.getAttribute('src')).join(' ')
}
