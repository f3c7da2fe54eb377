import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

/** True if a link is spent. Another failure, such as a lost connection, may pass: the link can be tried again. */
export function isSpent(error: unknown): boolean {
  return error instanceof Refusal && error.kind === 'invalid'
}
