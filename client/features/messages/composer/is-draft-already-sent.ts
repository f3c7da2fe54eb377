import { isDraftSent } from '@vesper/sync/engine/core/is-draft-sent.ts'
import type { Draft } from '@vesper/sync/engine/store.ts'

/** A message that was sent from this conversation. */
export type Made = { _id: string; text: string; fileIds: readonly string[] }

/**
 * True when a draft is only the echo of a message in the outbox: the browser was killed between keeping the message and
 * clearing the draft, and the text must not come back to be sent twice. By the message's id, since the same words are
 * often written again, and the clocks of two devices differ.
 */
export function isEcho(draft: Pick<Draft, 'text' | 'fileIds' | 'sentAs'>, made: readonly Made[]): boolean {
  return made.some((message) => message._id === draft.sentAs && isDraftSent(draft, message))
}
