import { conversationsOf, spaceOfConversation } from '@vesper/sync/vesper/records/spaces.ts'
import { MESSAGE_WINDOW } from '@vesper/sync/vesper/records/windows.ts'
import { File } from '../../../infra/files/entity.ts'
import { rowsHolding } from '../../../infra/files/file-sql.ts'
import { derivedRows } from '../../../infra/sync/change-feed/changes.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Entitlement } from '../../people/grants/entity.ts'
import { rowsHeld } from '../../people/grants/grant-sql.ts'
import { MANY } from './attachments.ts'
import { Message } from './entity.ts'
import { messagesById, newestMessages, withFiles } from './queries.ts'
import type { ReadMessage } from './queries.ts'
import { messageView } from './views.ts'

const boughtMessages = {
  ...{ shows: Entitlement, space: "'c:' || m.conversation_id" },
  from: rowsHeld('message m', { type: 'message', id: 'm.id' }),
}

const answers = { collection: 'messages', space: "'c:' || m.conversation_id", id: 'm.id' } as const

/** The messages of the viewer's conversations. */
export const messages: SyncedCollection<'messages'> = {
  name: 'messages',
  async window(reading, spaces) {
    const { em, about } = reading
    const conversationIds = conversationsOf(spaces)
    const newest = await newestMessages(em, conversationIds, MESSAGE_WINDOW)
    const known = new Set(newest.map(({ id }) => id))
    const sent = conversationIds.length === 0 ? [] : [...about.rows].filter((id) => !known.has(id))
    const older = (await messagesById(em, sent)).filter((row) => conversationIds.includes(row.conversationId))
    return views(reading, [...older, ...newest])
  },
  byIds: async (reading, ids) => views(reading, await messagesById(reading.em, ids)),
}

async function views({ app, em, viewerId }: Reading, rows: readonly ReadMessage[]): Promise<SyncedRow[]> {
  return (await withFiles(em, rows)).map((read) => ({
    space: spaceOfConversation(read.message.conversationId),
    collection: 'messages',
    value: messageView(app, read, viewerId),
  }))
}

/** The columns of a message that its quotes show and that change. */
const quoted: readonly (keyof Message)[] = ['text', 'isDeleted', 'isHidden']

/**
 * A message, its conversation, which shows the last one, and what quotes it, where that looks different: nothing quotes a
 * new one yet, and a reaction shows in no quote.
 */
export const recordMessage: Recorder<Message> = (changes, change) => {
  const { id, conversationId } = change.entity
  const space = spaceOfConversation(conversationId)
  changes.add({ space, collection: 'messages', id }, change)
  changes.add({ space, collection: 'conversations', id: conversationId })
  if (change.type !== 'create' && quoted.some((field) => field in change.payload)) changes.show(Message, id)
}

/** A message at a price, and the conversation that may show it last, look different once it is bought, and when it is given back. */
export const messagesThatAreBought = [
  derivedRows({ ...boughtMessages, collection: 'messages', id: 'm.id' }),
  derivedRows({ ...boughtMessages, collection: 'conversations', id: 'm.conversation_id' }),
]

/** An answer quotes a message: also what is bought, and what is given back. */
export const messagesThatQuote = [
  derivedRows({ ...answers, shows: Message, from: 'message m where m.reply_to_id = any(?::uuid[])' }),
  derivedRows({
    ...{ ...answers, shows: Entitlement },
    from: rowsHeld('message m', { type: 'message', id: 'm.reply_to_id' }),
  }),
]

/** A message shows its files, or those of the message to many that it is one of. */
export const messagesThatShowFiles = [
  { type: 'message', id: 'm.id' },
  { type: MANY, id: 'm.broadcast_id' },
].map((holder) =>
  derivedRows({
    ...{ shows: File, collection: 'messages' as const, space: "'c:' || m.conversation_id", id: 'm.id' },
    from: rowsHolding('message m', holder),
  }),
)
