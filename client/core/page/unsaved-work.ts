/** Milliseconds. The time in which finished work is written down, or leads to its page. */
const AFTERWARDS_MS = 1_000
const MOST_MS = 120_000

let held = 0

/** True while work is under way here that is stored nowhere, and would be lost with the page. */
export function hasUnsavedWork(): boolean {
  return held > 0
}

/** Something is in hand until the answer is called, and for a moment after. */
export function holdUnsavedWork(): () => void {
  held += 1
  return () => void setTimeout(() => (held -= 1), AFTERWARDS_MS)
}

/** Releases after `MOST_MS` even if `work` never settles, because some browsers never reject. */
export function whileUnsavedWork<Result>(work: Promise<Result>): Promise<Result> {
  const release = holdUnsavedWork()
  const late = new Promise((resolve) => setTimeout(resolve, MOST_MS))
  void Promise.race([work, late]).then(release, release)
  return work
}
