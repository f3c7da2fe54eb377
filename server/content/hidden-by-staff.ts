import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

/** The refusal to show something to others that staff hide. */
export function hiddenByStaff(): Refusal {
  return new Refusal('forbidden', 'Staff have hidden this after a report. Contact support.')
}
