/** Milliseconds. What has just become ready is still to be written down by whoever made it, or still leads to its page. */
const AFTERWARDS_MS = 1_000
const MOST_MS = 120_000

let held = 0

/** Whether something is in hand here that is kept nowhere, and would be gone with the page. */
export function isBusy(): boolean {
  return held > 0
}

/** Something is in hand until the answer is called, and for a moment after. */
export function beBusy(): () => void {
  held += 1
  return () => void setTimeout(() => (held -= 1), AFTERWARDS_MS)
}

/** What never ends, as browsers have it, holds nothing up for ever. */
export function whileBusy<Result>(work: Promise<Result>): Promise<Result> {
  const release = beBusy()
  const late = new Promise((resolve) => setTimeout(resolve, MOST_MS))
  void Promise.race([work, late]).then(release, release)
  return work
}
