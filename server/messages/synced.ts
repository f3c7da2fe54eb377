import { conversationsOf, spaceOfConversation } from '@vesper/sync/records/spaces.ts'
import { MESSAGE_WINDOW } from '@vesper/sync/records/windows.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../sync/synced-collection.ts'
import { filesOfMessages, messagesById, newestMessages } from './queries.ts'
import type { ReadMessage } from './queries.ts'
import { messageView } from './views.ts'

/** The messages of the viewer's conversations. */
export const messages: SyncedCollection = {
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
  const files = await filesOfMessages(em, rows)
  return rows.map((message) => ({
    space: spaceOfConversation(message.conversationId),
    collection: 'messages',
    value: messageView(app, { message, files: files.get(message.id) ?? [] }, viewerId),
  }))
}
