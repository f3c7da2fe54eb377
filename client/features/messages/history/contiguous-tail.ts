import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'

/**
 * The messages that can be shown without hiding a gap: what is pending, and of the confirmed ones the unbroken run that
 * ends with the newest.
 *
 *     held      1 2 3 · · · 41 42 43   pending
 *     shown               41 42 43   pending        oldestSeq = 41
 */
export type ContiguousTail = {
  messages: Message[]
  /** `seq` of the oldest message shown, null when no confirmed one is held. */
  oldestSeq: number | null
  newestSeq: number | null
}

/** @param ascending messages by `seq`, pending ones last. */
export function contiguousTail(ascending: Message[]): ContiguousTail {
  const confirmedEnd = ascending.findIndex((message) => !isConfirmed(message))
  const end = confirmedEnd === -1 ? ascending.length : confirmedEnd
  if (end === 0) return { messages: ascending, oldestSeq: null, newestSeq: null }

  let start = end - 1
  while (start > 0 && seqAt(ascending, start - 1) === seqAt(ascending, start) - 1) start -= 1
  return {
    messages: start === 0 ? ascending : ascending.slice(start),
    oldestSeq: seqAt(ascending, start),
    newestSeq: seqAt(ascending, end - 1),
  }
}

function seqAt(messages: Message[], index: number): number {
  return messages[index]?.seq ?? Number.NaN
}
