import { isSent } from '@vesper/sync/core/is-sent.ts'
import type { Draft } from '@vesper/sync/store.ts'

/** A message that was sent from this conversation: its id carries the time at which this device made it. */
export type Made = { _id: string; text: string; fileIds: readonly string[] }

/**
 * Whether a draft is only the echo of a message that went into the outbox already: the browser was killed between
 * keeping the message and clearing the draft, and the text must not come back to be sent twice.
 */
export function isEcho(draft: Omit<Draft, 'key'>, made: readonly Made[]): boolean {
  const since = Date.parse(draft.updatedAt)
  return made.some((message) => timeOfId(message._id) >= since && isSent(draft, message))
}

/** The first 48 bits of a UUID v7 are the milliseconds since the epoch. */
function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
