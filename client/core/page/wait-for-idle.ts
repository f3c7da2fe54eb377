const PATIENCE_MS = 1_500

/** Resolves when the page has nothing more urgent to do, after 1.5 s at the latest. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200)
    else requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS })
  })
}

/** Without a file for so long, a page is quiet. */
const QUIET_MS = 2_000
const LONGEST_MS = 10_000

/**
 * Resolves when the page has received no file for 2 seconds and waits for none, after 10 s at the latest; at once when its user
 * turns to something else, since a short visit leaves no other moment.
 */
export function whenQuiet(): Promise<void> {
  // Old browsers tell nothing of files.
  if (typeof PerformanceObserver === 'undefined') return whenIdle()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(quiet)
      clearTimeout(longest)
      observer.disconnect()
      document.removeEventListener('visibilitychange', onHide)
      resolve()
    }
    const onHide = () => document.visibilityState === 'hidden' && end()
    const wait = () => setTimeout(() => (isWaiting() ? (quiet = wait()) : end()), QUIET_MS)
    const longest = setTimeout(end, LONGEST_MS)
    let quiet = wait()
    const observer = new PerformanceObserver(() => {
      clearTimeout(quiet)
      quiet = wait()
    })
    observer.observe({ type: 'resource' })
    document.addEventListener('visibilitychange', onHide)
  })
}

/** True while a file is on its way that takes long: the browser tells of those that have come alone. */
function isWaiting(): boolean {
  if (document.readyState !== 'complete' || document.querySelector('[aria-busy=true]')) return true
  // A picture far below is not asked for yet.
  return [...document.querySelectorAll('img')].some(({ complete, loading }) => !complete && loading !== 'lazy')
}
