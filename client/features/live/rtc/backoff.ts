const SECOND_MS = 1_000
const LONGEST_MS = 10_000

/** The pauses between tries to make a connection: 1, 2, 4, 8 and then 10 seconds each. */
export class Backoff {
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Tries after the next pause, in the place of a try that waits already. */
  wait(attempt: () => void): void {
    const pause = Math.min(LONGEST_MS, SECOND_MS * 2 ** this.#attempt)
    this.#attempt += 1
    this.cancel()
    this.#timer = setTimeout(attempt, pause)
  }

  /** The connection holds, or somebody wants it now: the next pause is the shortest again. */
  reset(): void {
    this.#attempt = 0
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }
}
