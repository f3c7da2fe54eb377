import { conversationsOf, spaceOfConversation } from '@vesper/sync/vesper/records/spaces.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../infra/sync/synced-collection.ts'
import { conversationRows } from './queries.ts'
import { conversationView } from './views.ts'

/** The viewer's conversations. */
export const conversations: SyncedCollection = {
  name: 'conversations',
  window: (reading, spaces) => byIds(reading, conversationsOf(spaces)),
  byIds,
}

async function byIds({ em, viewerId }: Reading, ids: readonly string[]): Promise<SyncedRow[]> {
  const rows = await conversationRows(em, viewerId, ids)
  return rows.map((row) => ({
    space: spaceOfConversation(row.id),
    collection: 'conversations',
    value: conversationView(row),
  }))
}
