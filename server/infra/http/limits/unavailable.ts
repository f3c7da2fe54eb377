import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalDetail } from '@vesper/sync/engine/protocol/refusal.ts'

/** The server cannot answer now. The same call may succeed after `retryAfterSeconds`. */
export class Unavailable extends Refusal {
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number, details?: RefusalDetail[]) {
    super('unavailable', message, details)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
