import { Refusal } from '../protocol/refusal.ts'

/** [QUOTA-3] A write for which the device has no room, even without what can be fetched again. Nothing of it is kept. */
export class DeviceFull extends Refusal {
  constructor(cause: unknown) {
    super('unavailable', 'This device is full, so this was not kept. Free some space on it, then try again.')
    this.cause = cause
  }
}

/** True when a write failed for lack of room. */
export function isQuotaExceeded(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'QuotaExceededError'
}
