import type { Message } from '@vesper/sync/vesper/records/message.ts'

/*
 * The rows of a thread, oldest first:
 *
 *     start                       only when the first message of the conversation is there
 *     day        Monday
 *     message    first  ┐
 *     message    last   ┘ run: one sender, little time between
 *     new        'New messages'
 *     day        Today
 *     message    single
 *
 * Invariant: older messages put in front change neither the key nor the height of any row that was there, so that what
 * is on screen stays where it is. Hence a day stands in a row of its own, and only once it is known to begin there; the
 * space between messages follows from the newer neighbour alone. The newest has none yet and the space of a run, so that
 * the next message of the same sender changes the height of no row: what is above need not be laid out again.
 */

const RUN_PAUSE_MS = 5 * 60_000

export type RunPlace = 'single' | 'first' | 'middle' | 'last'

/** The space under a message: to the next of its run, or to somebody else's turn. */
export type SpaceAfter = 'run' | 'turn'

export type ThreadRow =
  | { kind: 'start'; key: 'start' }
  | { kind: 'day'; key: string; at: number }
  | { kind: 'new'; key: 'new' }
  | MessageRow

export type MessageRow = {
  kind: 'message'
  key: string
  message: Message
  isOwn: boolean
  place: RunPlace
  spaceAfter: SpaceAfter
}

export type ThreadRowsInput = {
  /** Ascending by `seq`. */
  messages: Message[]
  /** True when nothing is older than the first of them. */
  atStart: boolean
  /** The 'New messages' line stands before the first message of others after this `seq`; null for no line. */
  newAfterSeq: number | null
  viewerId: string
}

/** Rows for the messages that are held; see the invariant above. */
export function threadRows(input: ThreadRowsInput): ThreadRow[] {
  const { messages, atStart, viewerId } = input
  const rows: ThreadRow[] = atStart ? [{ kind: 'start', key: 'start' }] : []
  const newIndex = firstNewIndex(input)
  let joinsPrevious = false
  for (const [index, message] of messages.entries()) {
    const previous = messages[index - 1]
    const at = timeOf(message)
    const beginsDay = previous ? !isSameDay(timeOf(previous), at) : atStart
    if (beginsDay) rows.push({ kind: 'day', key: `day:${message._id}`, at })
    if (index === newIndex) rows.push({ kind: 'new', key: 'new' })
    const next = messages[index + 1]
    const joinsNext = next !== undefined && index + 1 !== newIndex && isOneRun(message, next)
    const place = placeOf(joinsPrevious, joinsNext)
    const spaceAfter = joinsNext || next === undefined ? 'run' : 'turn'
    rows.push({
      kind: 'message',
      key: message._id,
      message,
      isOwn: message.senderId === viewerId,
      place,
      spaceAfter,
    })
    joinsPrevious = joinsNext
  }
  return rows
}

function firstNewIndex({ messages, newAfterSeq, viewerId }: ThreadRowsInput): number {
  const [oldest] = messages
  // With the line's place further up than what is held, a line would be a guess, and move as older messages come in.
  if (newAfterSeq === null || !oldest || oldest.seq > newAfterSeq + 1) return -1
  return messages.findIndex((message) => message.seq > newAfterSeq && message.senderId !== viewerId)
}

function isOneRun(message: Message, next: Message): boolean {
  if (message.senderId !== next.senderId) return false
  const [from, to] = [timeOf(message), timeOf(next)]
  return Math.abs(to - from) <= RUN_PAUSE_MS && isSameDay(from, to)
}

function placeOf(joinsPrevious: boolean, joinsNext: boolean): RunPlace {
  if (joinsPrevious) return joinsNext ? 'middle' : 'last'
  return joinsNext ? 'first' : 'single'
}

function isSameDay(a: number, b: number): boolean {
  // Most neighbours are minutes apart: the calendar is asked only when a quarter hour's mark lies between them.
  if (Math.floor(a / 900_000) === Math.floor(b / 900_000)) return true
  return new Date(a).toDateString() === new Date(b).toDateString()
}

// Rows are made again with every message; parsing the time of each would cost more than all the rest.
const times = new WeakMap<Message, number>()

function timeOf(message: Message): number {
  let time = times.get(message)
  if (time === undefined) times.set(message, (time = Date.parse(message.createdAt)))
  return time
}
