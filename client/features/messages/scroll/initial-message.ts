import type { Message } from '@vesper/sync/vesper/records/message.ts'

/** Where a thread opens: at the message that was asked for, at the oldest that is there, or where there is news, else the end. */
export type InitialMessage = { kind: 'message'; id: string } | { kind: 'oldest' } | { kind: 'newest' }

/** A message that could not be reached leaves the thread as far up as it goes: what is the matter is told there. */
export function initialMessage(messages: readonly Message[], at: number | undefined): InitialMessage {
  if (at === undefined) return { kind: 'newest' }
  const id = messages.find(({ seq }) => seq === at)?._id
  if (id !== undefined) return { kind: 'message', id }
  const [oldest] = messages
  return oldest && at < oldest.seq ? { kind: 'oldest' } : { kind: 'newest' }
}
