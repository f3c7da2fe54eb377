import { readStoredValue, store } from '../../core/storage/stored-values.ts'
import { APP_OUTDATED } from '../../core/sync/app-outdated.ts'
import { isInUse, reloadOnce } from './reload-once.ts'

/** Holds the reasons for which this tab was loaded anew, one a line. */
const KEY = 'vesper-reloaded-for'
/** The name of the error of a page whose file did not load. */
export const MISSING_FILE = 'MissingFile'

/** So often a tab is loaded anew at most: servers of two versions would take turns for ever. */
const RELOADS_MAX = 5

/**
 * From now on the page is loaded anew when a chunk does not load for one of two reasons. A deployment removes the chunks of
 * older pages, which a page without a service worker does not hold. And some browsers remember that a module did not load, and
 * do not ask for it again until the page is loaded anew (whatwg/html issue 6768).
 */
export function reloadWhenOutdated(): void {
  const failed = new Set<string>()
  addEventListener('vite:preloadError', ({ payload }) => {
    // Safari does not name the file.
    const file = /http\S+/.exec(payload.message)?.[0] ?? '/'
    // By its own words the router would load the page anew at once: without a connection the browser shows its own error page then.
    Object.assign(payload, { name: MISSING_FILE, message: `A file of the page did not load: ${file}` })
    if (failed.has(file)) reloadFor(fileIfThere(file))
    failed.add(file)
    reloadFor(newerVersion())
  })
}

/**
 * Calls back, a single time, once the server no longer speaks the protocol of this page and has a newer one. A page without a
 * service worker hears of it in no other way; one that is as new as the server's would only be loaded anew in vain.
 */
export function watchOutdated(onFound: () => void): void {
  let found = false
  addEventListener(APP_OUTDATED, () => {
    if (found) return
    newerVersion().then(
      (version) => {
        if (found || version === false) return
        found = true
        onFound()
      },
      () => undefined,
    )
  })
}

/** Loads the page anew, once for each reason and a few times in all. Never where the tab cannot note it. */
export function reloadFor(awaitedReason: Promise<string | false>): void {
  void awaitedReason
    .then((reason) => {
      const reasons = readStoredValue(KEY, 'sessionStorage')?.split('\n') ?? []
      if (!reason || reasons.includes(reason) || reasons.length >= RELOADS_MAX) return
      if (store(KEY, [...reasons, reason].join('\n'), 'sessionStorage')) reloadOnce()
    })
    .catch(() => undefined)
}

/** The file, if it can be had now. Nobody who types is interrupted: whoever wants the file asks again later. */
async function fileIfThere(file: string): Promise<string | false> {
  return (await fetch(file)).ok && !isInUse() && file
}

/** The scripts of the server's page if they are not those of this page. A cache in between may answer with the page of before. */
async function newerVersion(): Promise<string | false> {
  if (navigator.serviceWorker?.controller) return false
  const answer = await fetch('/', { cache: 'no-store' })
  if (!answer.ok) return false
  const deployed = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const current = scriptsOf(deployed)
  return current !== scriptsOf(document) && current
}

function scriptsOf(page: Document): string {
  const scripts = page.querySelectorAll('head script[type="module"][src]')
  return [...scripts].map((script) => script.getAttribute('src')).join(' ')
}
