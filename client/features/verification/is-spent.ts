import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

/** Whether a link is good no more. Another failure, as of the connection, may pass: the link is tried again as it is. */
export function isSpent(error: unknown): boolean {
  return error instanceof Refusal && error.kind === 'invalid'
}
