import { Refusal } from '../protocol/refusal.ts'

/** [QUOTA-3] A write for which the device has no room, even without what can be fetched again. Nothing of it is kept. */
export class DeviceFull extends Refusal {
  constructor(cause: unknown) {
    super('unavailable', 'This device is full, so this was not kept. Free some space on it, then try again.')
    this.cause = cause
  }
}

/** Whether a write failed for lack of room; stores wrap what the browser says, be it for one row of many. */
export function isOutOfRoom(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false
  const { name, inner, failures } = cause as { name?: unknown; inner?: unknown; failures?: unknown }
  if (name === 'QuotaExceededError') return true
  return isOutOfRoom(inner) || (Array.isArray(failures) && failures.some(isOutOfRoom))
}
