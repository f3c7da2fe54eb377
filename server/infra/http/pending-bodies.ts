import type { HttpResponse, RecognizedString } from 'uWebSockets.js'

/**
 * Bodies that are on their way. uWebSockets.js copies a body that its client does not read, without bound. Here the body
 * stays where it is and the response stays open: the library ends a connection that asks for more meanwhile, and one that
 * reads nothing for ten seconds.
 */
export class PendingBodies {
  readonly #pending = new Set<Promise<void>>()

  /**
   * Ends the response with `body`, now or as its client reads. Returns the function that `raw.onAborted` has to call, or
   * null where all was taken at once.
   */
  end(raw: HttpResponse, body: RecognizedString): (() => void) | null {
    const bytes = bytesOf(body)
    if (taken(raw, bytes, bytes.length)) return null
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#pending.add(promise)
    const settle = (): void => {
      this.#pending.delete(promise)
      resolve()
    }
    raw.onWritable((offset) => {
      const isTaken = taken(raw, bytes.subarray(offset), bytes.length)
      if (isTaken) settle()
      return isTaken
    })
    return settle
  }

  /** Resolves when none is on its way. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }
}

/** Sends the last bytes of `total`. True when the client took all of them. */
function taken(raw: HttpResponse, bytes: Uint8Array, total: number): boolean {
  const [, isDone] = raw.tryEnd(bytes, total)
  return isDone
}

function bytesOf(body: RecognizedString): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body)
  return ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : new Uint8Array(body)
}
