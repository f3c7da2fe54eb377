import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

/** Whether the same would be refused again whenever it came, as opposed to what another attempt may bring through. */
export function isFinalRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal && error.kind !== 'rate-limited' && error.kind !== 'unavailable'
}
