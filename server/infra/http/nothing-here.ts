import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

/** The answer under an address that no call has. The desk answers with it to all but staff. */
export function nothingHere(): Refusal {
  return new Refusal('not-found', 'There is nothing here.')
}
