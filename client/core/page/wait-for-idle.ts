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

/** Resolves when the page has received no file for 2 seconds, after 10 s at the latest. */
export function whenQuiet(): Promise<void> {
  // Old browsers tell nothing of files.
  if (typeof PerformanceObserver === 'undefined') return whenIdle()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(quiet)
      clearTimeout(longest)
      observer.disconnect()
      resolve()
    }
    const longest = setTimeout(end, LONGEST_MS)
    let quiet = setTimeout(end, QUIET_MS)
    const observer = new PerformanceObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(end, QUIET_MS)
    })
    observer.observe({ type: 'resource' })
  })
}
