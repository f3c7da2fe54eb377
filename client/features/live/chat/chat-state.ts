import type { StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import type { ChatBatch, StreamEntry } from '@vesper/sync/vesper/live-events.ts'

/*
 * The chat of a stream on one page:
 *
 *   typed ──→ unsent (waiting) ──(stored by the server)──→ line
 *                  └──(refused, or 20 s without an answer)──→ back into the composer
 *
 * - A line is one that the server has stored; `sent` is never said before.
 * - Lines are in the order of their `seq`, each once. A line may come by the answer, by a batch, or by both.
 * - Nothing said live arrives minutes later: an unsent text is given back, never queued.
 */

/** A page shows the latest; the rest is history. */
const LINES_MAX = 300
/** How long an unsent text waits for its answer, in milliseconds. */
export const UNSENT_MS = 20_000

export type UnsentLine = { _id: string; text: string; replyTo: string | null; since: number; isHeld: boolean }

export type ChatState = {
  lines: readonly StreamMessage[]
  unsent: readonly UnsentLine[]
  /** Lines that were said while the page was away, and that it does not have. */
  missed: number
  /** The last line of the server that is known here; -1 before the first answer. */
  seq: number
}

export const emptyChat: ChatState = { lines: [], unsent: [], missed: 0, seq: -1 }

type Entered = Pick<StreamEntry, 'messages' | 'held' | 'deleted' | 'clearedTo' | 'missed' | 'seq'>

/** Takes in the answer to joining: the first time, or after a connection was lost. */
export function enterChat(chat: ChatState, entry: Entered): ChatState {
  const isFirst = chat.seq < 0
  const { lines } = applyBatch(chat, entry)
  return settled({
    ...chat,
    lines,
    missed: isFirst ? 0 : chat.missed + entry.missed,
    seq: Math.max(chat.seq, entry.seq),
  })
}

export function applyBatch(
  chat: ChatState,
  { messages, held = [], deleted, clearedTo }: Omit<ChatBatch, 'streamId'>,
): ChatState {
  const gone = new Set(deleted)
  const kept = clearedTo === undefined ? chat.lines : chat.lines.filter(({ seq, isHeld }) => isHeld || seq > clearedTo)
  const lines = merged(kept, [...held, ...messages]).map((line) =>
    gone.has(line._id) ? { ...line, isDeleted: true, text: '', photo: null } : line,
  )
  return settled({ ...chat, lines, seq: Math.max(chat.seq, ...lines.map(({ seq }) => seq)) })
}

/** Takes in a line that came as the answer to a call. The lines before it may still be on their way. */
export function takeLine(chat: ChatState, line: StreamMessage): ChatState {
  return { ...applyBatch(chat, { messages: [line], deleted: [] }), seq: chat.seq }
}

/** Gives lines the links to their photos, and changes nothing else. */
export function takeLinks(chat: ChatState, answered: readonly StreamMessage[]): ChatState {
  const linked = new Map(answered.filter(({ photo }) => photo?.url).map((line) => [line._id, line.photo]))
  const lines = chat.lines.map((line) => {
    const photo = lacksLink(line) ? linked.get(line._id) : undefined
    return photo ? { ...line, photo } : line
  })
  return { ...chat, lines }
}

export function addUnsent(chat: ChatState, line: Omit<UnsentLine, 'isHeld'>): ChatState {
  return { ...chat, unsent: [...chat.unsent, { ...line, isHeld: false }] }
}

/** The server holds the line back until a moderator has looked: it stays, and says so. */
export function holdUnsent(chat: ChatState, id: string): ChatState {
  return { ...chat, unsent: chat.unsent.map((line) => (line._id === id ? { ...line, isHeld: true } : line)) }
}

/** Takes an unsent line out: it was refused, or its time is over. Its text is the caller's to give back. */
export function dropUnsent(chat: ChatState, id: string): ChatState {
  return { ...chat, unsent: chat.unsent.filter(({ _id }) => _id !== id) }
}

function merged(lines: readonly StreamMessage[], more: readonly StreamMessage[]): StreamMessage[] {
  if (more.length === 0) return [...lines]
  const byId = new Map(lines.map((line) => [line._id, line]))
  for (const line of more) byId.set(line._id, withLink(line, byId.get(line._id)))
  return [...byId.values()].toSorted((a, b) => placeOf(a) - placeOf(b)).slice(-LINES_MAX)
}

/** All are told that a line has a photo; the link that this page has already stays. */
function withLink(line: StreamMessage, known: StreamMessage | undefined): StreamMessage {
  return known?.photo?.url && lacksLink(line) ? { ...line, photo: known.photo } : line
}

/** True for a line whose photo this page has no link to. */
export function lacksLink({ photo, isDeleted }: StreamMessage): boolean {
  return photo !== null && photo.url === null && !isDeleted
}

/** A line that waits for review has no place yet: it stands last. */
function placeOf({ seq, isHeld }: StreamMessage): number {
  return isHeld ? Number.MAX_SAFE_INTEGER : seq
}

/** A stored line is no unsent one any more. */
function settled(chat: ChatState): ChatState {
  if (chat.unsent.length === 0) return chat
  const stored = new Set(chat.lines.map(({ _id }) => _id))
  return { ...chat, unsent: chat.unsent.filter(({ _id }) => !stored.has(_id)) }
}
