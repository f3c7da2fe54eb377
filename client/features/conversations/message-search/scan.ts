import type { Conversation, Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { folded } from '@vesper/sync/vesper/records/folded-text.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import type { Table } from 'dexie'

/*
 * A search reads what the device holds, conversation by conversation, the one that moved last first, and from its newest
 * message back:
 *
 *     newest slice ──▶ match ──▶ next slice … ──▶ next conversation
 *
 * There is no index over words: it would be ten entries for each message, written with every first sync, and find only how
 * words begin, which in Arabic is often an article. Read in slices, 50,000 messages take a second or two; what is
 * found shows meanwhile, and a slice is a short task.
 */

/** Messages that are read at once: a few milliseconds, and few objects for one task that sweeps up after them. */
const SLICE = 100
/** Conversations whose rows are read at once. */
const CONVERSATIONS = 50

export type Found = { message: Message; conversation: Pick<Conversation, '_id'> & { recipient: Participant } }

export type Searched = { conversations: Table<Conversation, string>; messages: Table<Message, string> }

/** Calls `onFound` with the messages that have every one of `words`, as they are come upon; deleted ones have no words. */
export async function scanMessages(
  { conversations, messages }: Searched,
  words: readonly string[],
  { signal, onFound }: { signal: AbortSignal; onFound: (found: Found[]) => void },
): Promise<void> {
  const ids = await conversations.orderBy('updatedAt').reverse().primaryKeys()
  for (let start = 0; start < ids.length; start += CONVERSATIONS) {
    const rows = await conversations.bulkGet(ids.slice(start, start + CONVERSATIONS))
    for (const conversation of rows) {
      if (!conversation) continue
      for await (const slice of slicesOf(messages, conversation)) {
        if (signal.aborted) return
        const found = slice.filter((message) => hasWords(message, words))
        if (found.length > 0) onFound(found.map((message) => ({ message, conversation })))
      }
    }
  }
}

/** The held messages of a conversation, slice by slice from the newest; what is pending comes with the first. */
async function* slicesOf(
  messages: Table<Message, string>,
  { _id, lastSeq }: Conversation,
): AsyncGenerator<Message[], void> {
  const range = (from: number, to: number) =>
    messages.where('[conversationId+seq]').between([_id, from], [_id, to], true, true)
  let from = Math.max(1, lastSeq - SLICE + 1)
  yield await range(from, Infinity).toArray()
  if (from === 1) return
  const oldest = (await range(1, from - 1).first())?.seq ?? from
  while (from > oldest) {
    const to = from - 1
    from = Math.max(1, from - SLICE)
    yield await range(from, to).toArray()
  }
}

function hasWords({ text, isDeleted }: Message, words: readonly string[]): boolean {
  if (isDeleted || text === '') return false
  const seen = folded(text)
  return words.every((word) => seen.includes(word))
}
