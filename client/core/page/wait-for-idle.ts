const PATIENCE_MS = 1_500

/** Resolves when the page has nothing more urgent to do, after 1.5 s at the latest. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200)
    else requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS })
  })
}
