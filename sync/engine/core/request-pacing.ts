const FIRST_BYTES = 32_000
/** As they are counted, of which one may take three: the server takes 2 MB. */
const MOST_BYTES = 500_000
const FIRST_ANSWER_MS = 10_000
/** Below the 30 s after which something pending counts as stuck. */
const LAST_ANSWER_MS = 25_000
const QUICK_MS = 2_000

/**
 * How much a request may carry, and how long its answer may take, by how the last ones fared on this line:
 *
 *     no answer in time ──▶ a quarter of the bytes, twice the time      quick answer ──▶ four times the bytes, the first time
 *
 * Nothing but answers widens it: on a slow line, a poke or the user would only have the same bytes sent again in vain.
 */
export class RequestPacing {
  /** Bytes of mutations, about; one mutation goes whatever its size. */
  bytes = FIRST_BYTES
  /** Milliseconds until the answer has to begin. */
  answerMs = FIRST_ANSWER_MS

  answered(tookMs: number): void {
    if (tookMs > QUICK_MS) return
    this.bytes = Math.min(MOST_BYTES, this.bytes * 4)
    this.answerMs = FIRST_ANSWER_MS
  }

  /** A request with so many bytes of mutations got no answer in time. */
  late(sentBytes: number): void {
    this.bytes = Math.max(1, Math.ceil(Math.min(this.bytes, sentBytes || this.bytes) / 4))
    this.answerMs = Math.min(LAST_ANSWER_MS, this.answerMs * 2)
  }
}

/** About the bytes that a mutation with these arguments takes in a request. */
export function bytesOf({ args }: { args: unknown }): number {
  return JSON.stringify(args).length + 150
}

/** True when `Transport` rejected because no answer came in time. */
export function isAnswerTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError'
}
