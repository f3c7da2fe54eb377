import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

/** The answer to whoever has to be signed in and is not, or not any more. */
export function unauthenticated(): Refusal {
  return new Refusal('unauthenticated', 'Please login!')
}
