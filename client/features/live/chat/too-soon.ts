import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

/** The server takes no line yet; it does in `retryAfterMs`. */
export class TooSoon extends Refusal {
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number) {
    super('rate-limited', message)
    this.retryAfterMs = retryAfterMs
  }
}
